/** Why an icon is not shown. A whole sentence, by what its address is. */
export function whyNoIcon(src: string | undefined): string {
  if (src === undefined) return 'It has no address.'
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(src)?.[1]?.toLowerCase()
  if (scheme === 'data') {
    return 'Not shown: only PNG, JPEG, GIF and WebP pictures of at most 64 KB are.'
  }
  if (scheme === 'https') {
    return 'Not fetched, or not a picture: only those on the server’s own address are fetched.'
  }
  if (scheme === undefined) return 'Not shown: it is not a whole address.'
  return 'Not shown: only data: addresses and https: ones are.'
}
