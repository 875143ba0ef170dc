import { type Address, until } from './wire.ts';

type Text = { to: string; body: string; status: string; statusCallback: string | null; id: string };

/** Texts to a number, oldest first. */
export async function textsTo(sms: Address, number: string): Promise<Text[]> {
  const answer = await fetch(`${sms.url}/_sandbox/messages?to=${encodeURIComponent(number)}`);
  return ((await answer.json()) as { messages: Text[] }).messages;
}

/** The code of the last text. Waits until there are `texts` texts. */
export async function codeFor(sms: Address, number: string, texts = 1): Promise<string> {
  const found = await until(
    async () => {
      const all = await textsTo(sms, number);
      return all.length >= texts ? all.at(-1) : undefined;
    },
    { what: `text ${texts} to the number` },
  );
  return /#(\d{6})$/.exec(found!.body)![1]!;
}

/** A code that differs from this one. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
