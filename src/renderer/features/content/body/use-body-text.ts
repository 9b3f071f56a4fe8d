import { useCallback, useEffect, useRef, useState } from 'react'
import type { TextPart } from '../../../../shared/calls/body'
import { request } from '../../../bridge/bridge'
import { notify } from '../../../stores/window/notices'
import { cutOf, isCut, type BodyPart } from './body-part'

const PAGE_CHARS = 200_000
const LARGEST_PAGE = 500_000

export type BodyText = {
  readonly text: string
  readonly total: number
  readonly isLoading: boolean
  readonly loadMore: () => void
  /** Fetches so many characters, if there are as many. */
  readonly loadTo: (chars: number) => void
}

/** A text of which a part may still be in main, and which is brought here page by page. */
export function useBodyText(head: string, body: BodyPart | undefined): BodyText {
  const total = cutOf(body)?.total ?? head.length
  const [text, setText] = useState(head)
  const [isLoading, setIsLoading] = useState(false)
  const current = useRef(head)
  useEffect(() => {
    current.current = head
    setText(head)
  }, [head])

  const loadMore = useCallback(() => {
    if (!body) return
    const from = current.current.length
    setIsLoading(true)
    request('body.text', { ref: body.ref, pointer: body.pointer, from, length: PAGE_CHARS })
      .then((part) => {
        if (current.current.length !== from) return
        current.current += part.text
        setText(current.current)
      })
      .catch(notify)
      .finally(() => setIsLoading(false))
  }, [body])

  const loadTo = useCallback(
    (chars: number) => {
      const head = current.current
      if (!body || head.length >= chars) return
      setIsLoading(true)
      readText(body, head, chars)
        .then((part) => {
          if (current.current !== head) return
          current.current = part.text
          setText(part.text)
        })
        .catch(notify)
        .finally(() => setIsLoading(false))
    },
    [body]
  )

  return { text, total, isLoading, loadMore, loadTo }
}

type Place = Pick<BodyPart, 'ref' | 'pointer'>

/** More than this does not go to the clipboard at once. */
const COPIED_CHARS = 20_000_000

/** All of a text, if it is no longer than this; otherwise it says so by throwing. */
export async function wholeText(
  head: string,
  body: BodyPart | undefined,
  mostChars = COPIED_CHARS
): Promise<string> {
  const total = cutOf(body)?.total ?? head.length
  if (total > mostChars) throw tooLarge()
  if (!body) return head
  return (await readText(body, head, total)).text
}

/** All of a value, laid out as JSON, wherever it is. */
export async function wholeJson(value: unknown, body: BodyPart | undefined): Promise<string> {
  if (!body || !isCut(body)) return JSON.stringify(value, null, 2) ?? ''
  const text = await allJson(body)
  return typeof value === 'string' ? JSON.stringify(text) : text
}

/** All that is at a place, laid out; what is too large for the clipboard is told by throwing. */
export async function allJson(place: Place): Promise<string> {
  const { totalChars } = await readText(place, '', 1)
  if (totalChars > COPIED_CHARS) throw tooLarge()
  return (await readText(place, '', totalChars)).text
}

function tooLarge(): Error {
  return new Error('It is too large for that; save it instead.')
}

/** What is at a place of an answer, as text, up to a number of characters. */
export async function readText(
  { ref, pointer }: Place,
  head: string,
  mostChars: number,
  isCompact = false
): Promise<TextPart> {
  const parts = [head]
  let from = head.length
  let totalChars = mostChars
  while (from < Math.min(totalChars, mostChars)) {
    const length = Math.min(LARGEST_PAGE, mostChars - from)
    const part = await request('body.text', { ref, pointer, from, length, isCompact })
    totalChars = part.totalChars
    if (part.text === '') break
    parts.push(part.text)
    from += part.text.length
  }
  return { text: parts.join(''), totalChars }
}
