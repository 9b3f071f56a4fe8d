export type Bounds = { readonly least: number; readonly most: number }

/** The number that a text is; undefined when it is none, or not within the bounds. */
export function wholeNumberIn(text: string, { least, most }: Bounds): number | undefined {
  if (!/^\d{1,9}$/.test(text.trim())) return undefined
  const number = Number(text)
  return number >= least && number <= most ? number : undefined
}
