/** There letters, and the keys that take back, belong to what is written. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, .monaco-editor') !== null
}
