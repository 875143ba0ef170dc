/** The device as its browser reports it. */
export type SeenDevice =
  | { kind: 'iphone' | 'ipad' | 'android' | 'computer' }
  /** Some browsers on Android report the model, such as `Pixel 7a` or `SM-S911B`. */
  | { kind: 'model'; model: string };

type AgentData = { getHighEntropyValues?: (hints: string[]) => Promise<{ model?: string }> };
export type BrowserFacts = { userAgent: string; maxTouchPoints: number; userAgentData?: AgentData };

/** Android's model in a user agent, after the version. Chrome always reports `K`, Firefox `Mobile`. */
const MODEL = /Android [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?([^;)]+?)(?: Build\/[^)]*)?\)/i;
const NO_MODEL = /^(?:K|Mobile|Tablet|rv:.*)$/;

/** An iPhone reports only that it is one; an iPad reports a Mac with a touch screen. */
export async function readThisDevice(browser: BrowserFacts): Promise<SeenDevice> {
  const { userAgent, maxTouchPoints } = browser;
  if (/iPhone|iPod/.test(userAgent)) return { kind: 'iphone' };
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return { kind: 'ipad' };
  if (!/Android/.test(userAgent)) return { kind: 'computer' };
  const model = (await modelOf(browser)).trim().slice(0, 80);
  return model === '' || NO_MODEL.test(model) ? { kind: 'android' } : { kind: 'model', model };
}

async function modelOf({ userAgent, userAgentData }: BrowserFacts): Promise<string> {
  try {
    const values = await userAgentData?.getHighEntropyValues?.(['model']);
    if (values?.model) return values.model;
  } catch {
    // A browser may refuse; the User-Agent is still available.
  }
  return MODEL.exec(userAgent)?.[1] ?? '';
}
