import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An assessment in the format of the hosted service. */
type Verdict = { tokenProperties: object; riskAnalysis?: object };

/** A stand-in for reCAPTCHA Enterprise: `POST /v1/projects/{project}/assessments` with a key, on its own port. */
export async function startRecaptcha(project: string, apiKey: string) {
  const verdicts = new Map<string, Verdict>();
  const events: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let text = '';
      for await (const part of request) text += String(part);
      const answer = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.method !== 'POST' || request.url !== `/v1/projects/${project}/assessments`) return answer(404, {});
      if (request.headers['x-goog-api-key'] !== apiKey) return answer(403, {});
      const { event } = JSON.parse(text) as { event: Record<string, unknown> };
      events.push(event);
      const verdict = verdicts.get(String(event['token']));
      return answer(200, {
        name: `projects/${project}/assessments/1`,
        event,
        riskAnalysis: { score: 0, reasons: [] },
        tokenProperties: { valid: false, invalidReason: 'MALFORMED' },
        ...verdict,
      });
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    /** The requested assessments, in order. */
    events,
    /** Issues a token for this action with this score. */
    issue(token: string, action: string, score: number): string {
      verdicts.set(token, { tokenProperties: { valid: true, action }, riskAnalysis: { score, reasons: [] } });
      return token;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
