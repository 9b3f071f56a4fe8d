import { useEffect, useState } from 'react'
import type { BodyRef } from '../../../shared/calls/body'
import { errorDataKey } from '../../../shared/calls/call'
import { messageOf } from '../../../shared/protocol/errors'
import { isObject } from '../../../shared/json/json'
import type { RpcErrorObject } from '../../../shared/protocol/json-rpc'
import { request } from '../../bridge/bridge'
import { EmptyState } from '../../ui/panes/EmptyState'
import { Skeleton } from '../../ui/panes/Skeleton'
import { partAt, type BodyPart } from '../content/body/body-part'
import { ErrorDetails } from './ErrorDetails'

type Props = {
  /** Where the answer is kept: the same object for the same answer. */
  readonly answer: BodyRef
  readonly error: RpcErrorObject
}

type Loaded = { readonly data: unknown; readonly body: BodyPart } | { readonly why: string }

/** What a server sends along with an error, when it is so much that only its beginnings come here. */
export function HeldErrorDetails({ answer, error }: Props) {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let isStale = false
    setLoaded(undefined)
    void load(answer, error).then((found) => {
      if (!isStale) setLoaded(found)
    })
    return () => {
      isStale = true
    }
  }, [answer, error])
  if (!loaded) return <Skeleton rows={6} />
  if ('why' in loaded) {
    return <EmptyState title="The data of the error cannot be shown">{loaded.why}</EmptyState>
  }
  return <ErrorDetails error={{ ...error, data: loaded.data }} body={loaded.body} />
}

async function load(ref: BodyRef, error: RpcErrorObject): Promise<Loaded> {
  try {
    const { value, cuts } = await request('body.outline', { ref, pointer: '' })
    const whole = { ref, pointer: '', cuts }
    const key = errorDataKey(error, value)
    if (!key || !isObject(value)) return { data: value, body: whole }
    return { data: value[key], body: partAt(whole, key) }
  } catch (failure) {
    return { why: messageOf(failure) }
  }
}
