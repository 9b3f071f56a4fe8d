/** Finds the way through the text of JSON without reading it. */

export const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Where the quote is that ends the string which begins at `start`; the end of the text if there is none. */
export function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return json.length
}
