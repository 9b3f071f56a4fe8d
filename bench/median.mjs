export function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}
