/** All the forms in which a value may be found somewhere. */
export function encodingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value)
  const json = JSON.stringify(value).slice(1, -1)
  return [
    value,
    // As much as is left of it where a text is cut.
    value.slice(0, 14),
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(value),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex')
  ]
}
