/** The row that a key leads to, or undefined when the key is not for moving. */
export function nextIndex(
  key: string,
  current: number,
  count: number,
  page: number
): number | undefined {
  const last = count - 1
  const clamp = (index: number): number => Math.max(0, Math.min(last, index))
  switch (key) {
    case 'ArrowDown':
      return clamp(current + 1)
    case 'ArrowUp':
      return clamp(current - 1)
    case 'PageDown':
      return clamp(current + page)
    case 'PageUp':
      return clamp(current - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
