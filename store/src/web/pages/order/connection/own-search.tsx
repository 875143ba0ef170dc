import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { phoneOf, stateQuery } from '../../../../shared/connection/address.ts';
import { WANTS } from '../../../../shared/connection/about.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { apiErrorCode, type Caller, callApi } from '../../../api.ts';
import { ConnectionScreen } from './connection-screen.tsx';
import { type OwnLine, OwnLinePage } from './own-line.tsx';
import type { Report } from './search.ts';
import { searchIn } from './search-state.ts';

/** "No connection?" for the owner of an order whom no cookie identifies. */
export function OwnSearch({ first, caller }: { first: OrderView; caller: Caller }) {
  return (
    <OwnLinePage order={first} caller={caller}>
      {(line, again) => <Search line={line} caller={caller} again={again} />}
    </OwnLinePage>
  );
}

function Search({ line, caller, again }: { line: OwnLine; caller: Caller; again: () => void }) {
  const { shown, places, now, of } = line;
  const navigate = useNavigate();
  const { state, next } = useMemo(() => searchIn(shown, new URLSearchParams(of), now), [shown, of, now]);
  const [problem, setProblem] = useState<Report['problem']>(null);

  useEffect(() => {
    if (next !== null) void navigate(next, { replace: true, preventScrollReset: true });
  }, [next, navigate]);

  async function send(form: FormData) {
    const wants = WANTS.find((each) => each === form.get('wants')) ?? 'help';
    const phone = state.phone ?? phoneOf(navigator.userAgent);
    const body = { state: stateQuery({ ...state, phone }), wants, note: String(form.get('note') ?? '') };
    try {
      const params = { orderId: shown.order.id, line: String(shown.number) };
      await callApi('post /orders/{orderId}/lines/{line}/connection', { params, body, caller });
      setProblem(null);
      again();
    } catch (error) {
      setProblem(apiErrorCode(error) === 'too-many-requests' ? 'tooMany' : 'failed');
    }
    document.getElementById('ticket')?.scrollIntoView();
  }

  const phone = state.phone ?? phoneOf(navigator.userAgent);
  return <ConnectionScreen {...{ shown, state, phone, places, caller }} report={{ problem, send }} />;
}
