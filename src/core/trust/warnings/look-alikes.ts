/** Names that a person takes for each other: by case, by blanks and dashes, by letters drawn alike. */
import type { Warning } from '../../../shared/servers/server-config'

/** Names are short, and a hostile one must not keep us busy. */
const LOOKED_AT_CHARS = 200
/** What is drawn like a letter of the Latin alphabet, and which one. */
const DRAWN_LIKE = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'ьƅ',
    c: 'сϲᴄ',
    d: 'ԁ',
    e: 'еєҽ',
    g: 'ɡ',
    h: 'һհ',
    j: 'јϳ',
    k: 'кκ',
    l: '1|iіιɩıӏ',
    m: 'м',
    n: 'ոп',
    o: '0оοօσ',
    p: 'рρ',
    q: 'ԛգ',
    r: 'гᴦ',
    s: 'ѕꜱ',
    t: 'тτ',
    u: 'υսᴜ',
    v: 'νѵ',
    w: 'ѡԝ',
    x: 'хχ',
    y: 'уγү',
    z: 'ᴢ'
  }).flatMap(([letter, alike]) => [...alike].map((other) => [other, letter] as const))
)

/** What a name comes down to when nobody looks closely. Two that look alike come down to the same. */
export function outlineOf(name: string): string {
  const plain = name
    .slice(0, LOOKED_AT_CHARS)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}|]/gu, '')
  return [...plain]
    .map((letter) => DRAWN_LIKE.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/**
 * What to say of each of these names. The same name in two scopes is no look-alike: one of them
 * shadows the other, and that is said.
 */
export function lookAlikesAmong(names: readonly string[]): (name: string) => readonly Warning[] {
  const byOutline = new Map<string, Set<string>>()
  for (const name of names) {
    const outline = outlineOf(name)
    byOutline.set(outline, (byOutline.get(outline) ?? new Set()).add(name))
  }
  return (name) => {
    const outline = outlineOf(name)
    const alike = [...(byOutline.get(outline) ?? [])].find((other) => other !== name)
    if (outline === '' || alike === undefined) return []
    const message = `Its name looks like that of another server: ${alike}.`
    return [{ kind: 'look-alike', message }]
  }
}
