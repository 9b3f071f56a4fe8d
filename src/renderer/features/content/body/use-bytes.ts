import { useEffect, useState } from 'react'
import { messageOf } from '../../../../shared/protocol/errors'
import { bytesOf } from './base64'
import { cutOf, type BodyPart } from './body-part'
import { wholeText } from './use-body-text'

/** More than this is not brought into the window. */
export const MOST_BASE64_CHARS = 10_000_000

export type Bytes =
  | { readonly kind: 'loading' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'refused'; readonly why: string }

/** What a text in base64 stands for, wherever the text is. */
export function useBytes(base64: string, body: BodyPart | undefined): Bytes {
  const [bytes, setBytes] = useState<Bytes>({ kind: 'loading' })
  useEffect(() => {
    let isStale = false
    void load(base64, body).then((loaded) => {
      if (!isStale) setBytes(loaded)
    })
    return () => {
      isStale = true
    }
  }, [base64, body])
  return bytes
}

async function load(base64: string, body: BodyPart | undefined): Promise<Bytes> {
  if ((cutOf(body)?.total ?? base64.length) > MOST_BASE64_CHARS) {
    return { kind: 'refused', why: 'It is too large to be shown here. It can be saved.' }
  }
  try {
    const bytes = bytesOf(await wholeText(base64, body, MOST_BASE64_CHARS))
    return bytes
      ? { kind: 'bytes', bytes }
      : {
          kind: 'refused',
          why: 'The data is not base64, so it cannot be shown. Save it or see Raw.'
        }
  } catch (error) {
    return { kind: 'refused', why: messageOf(error) }
  }
}
