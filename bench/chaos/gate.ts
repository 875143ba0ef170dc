/** Requests of buyers wait at a closed gate. */
export type Gate = {
  /** Resolves while the gate is open. */
  passed(): Promise<void>;
  close(): void;
  open(): void;
};

export function createGate(): Gate {
  let opened = Promise.withResolvers<void>();
  opened.resolve();
  let isOpen = true;
  return {
    passed: () => opened.promise,
    close() {
      if (isOpen) opened = Promise.withResolvers<void>();
      isOpen = false;
    },
    open() {
      isOpen = true;
      opened.resolve();
    },
  };
}
