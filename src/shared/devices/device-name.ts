/** What a model is called in a sentence. Apple's and plain words stand without their maker. */
export function nameOf({ maker, name }: { maker: string; name: string }): string {
  const isPlain = maker === 'Apple' || name.startsWith('Windows') || name.toLowerCase().startsWith(maker.toLowerCase());
  return isPlain ? name : `${maker} ${name}`;
}
