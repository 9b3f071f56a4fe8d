import { useDeferredValue, useMemo } from 'react'
import type { JsonObject } from '../../../../shared/json/json'
import { checkArguments, type ArgumentsCheck } from '../../call/check-arguments'

type LateCheck = ArgumentsCheck & {
  /** It is about what is written now. */
  readonly isCurrent: boolean
}

/** What there is to say about arguments, a moment after they were written. */
export function useArgumentsCheck(schema: unknown, args: JsonObject): LateCheck {
  const checked = useDeferredValue(args)
  const check = useMemo(() => checkArguments(schema, checked), [schema, checked])
  return { ...check, isCurrent: checked === args }
}
