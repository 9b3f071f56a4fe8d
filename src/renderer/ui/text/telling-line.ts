/** Which of the last lines of a process says what went wrong. */
import { useEffect, type RefObject } from 'react'

const NAMES_AN_ERROR =
  /^\s*(?:uncaught |unhandled )?(?:[\w$.]*(?:Error|Exception)\b|error\b|fatal\b|panic\b|Traceback )/i
/** How Python ends a traceback: with the error, after lines that are set in. */
const TRACEBACK = /^\s*Traceback /

/** The index of the line; undefined where none stands out, so that the last one is as good as any. */
export function tellingLine(lines: readonly string[]): number | undefined {
  const first = lines.findIndex((line) => NAMES_AN_ERROR.test(line))
  if (first === -1) return undefined
  if (!TRACEBACK.test(lines[first] ?? '')) return first
  const end = lines.findIndex((line, index) => index > first && /^\S/.test(line))
  return end === -1 ? first : end
}

/** Brings the telling line into view, or else the last one. The line is marked with `data-telling`. */
export function useTellingLine(element: RefObject<HTMLElement | null>, length: number): void {
  useEffect(() => {
    const box = element.current
    const line = box?.querySelector<HTMLElement>('[data-telling]')
    box?.scrollTo({ top: line ? line.offsetTop - box.offsetTop : box.scrollHeight })
  }, [element, length])
}
