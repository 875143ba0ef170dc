/** What a browser tells of the device it runs on. */
export type SeenDevice =
  | { kind: 'iphone' | 'ipad' | 'android' | 'computer' }
  /** Some browsers on Android say the model, as `Pixel 7a` or `SM-S911B`. */
  | { kind: 'model'; model: string };

type AgentData = { getHighEntropyValues?: (hints: string[]) => Promise<{ model?: string }> };
export type BrowserFacts = { userAgent: string; maxTouchPoints: number; userAgentData?: AgentData };

/** Android's model in a user agent: behind the version. Chrome says `K` for all, Firefox `Mobile`. */
const MODEL = /Android [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?([^;)]+?)(?: Build\/[^)]*)?\)/i;
const NO_MODEL = /^(?:K|Mobile|Tablet|rv:.*)$/;

/** iPhones say that they are one and nothing more; iPads call themselves a Mac with a touch screen. */
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
    // A browser may refuse; what follows is what it says to everyone.
  }
  return MODEL.exec(userAgent)?.[1] ?? '';
}
