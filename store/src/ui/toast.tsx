import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { CheckIcon } from './icons.tsx';

type Toast = { id: number; text: string };

const SHOWN_MS = 4000;

const ToastContext = createContext<(text: string) => void>(() => {});

/** Shows a polite message: `const toast = useToast(); toast('Activation code copied')`. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext);
}

/** Contains the toasts of its children: a polite live region at the bottom of the window. */
export function ToastRegion({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const nextId = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  const show = useCallback((text: string) => {
    const toast = { id: nextId.current++, text };
    setToasts((shown) => [...shown.slice(-2), toast]);
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setToasts((shown) => shown.filter(({ id }) => id !== toast.id));
    }, SHOWN_MS);
    timers.current.add(timer);
  }, []);

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);

  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <div className="toast" key={toast.id}>
            <CheckIcon size={18} />
            {toast.text}
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
