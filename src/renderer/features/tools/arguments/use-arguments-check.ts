import { useDeferredValue, useMemo } from 'react'
import type { JsonObject } from '../../../../shared/json/json'
import type { SchemaVerdict } from '../../../../shared/schema/validate'
import { checkArguments, type ArgumentsCheck } from '../../call/check-arguments'

type LateCheck = ArgumentsCheck & {
  /** It is about what is written now. */
  readonly isCurrent: boolean
}

/** Arguments that main did not send. */
export type Refused = { readonly value: JsonObject; readonly verdict: SchemaVerdict }

/** What there is to say about arguments, a moment after they were written. */
export function useArgumentsCheck(
  schema: unknown,
  args: JsonObject,
  refused: Refused | undefined
): LateCheck {
  const checked = useDeferredValue(args)
  const check = useMemo(() => checkAgain(schema, checked, refused), [schema, checked, refused])
  return { ...check, isCurrent: checked === args }
}

/** What main has said of the same arguments counts. */
export function checkAgain(
  schema: unknown,
  args: JsonObject,
  refused: Refused | undefined
): ArgumentsCheck {
  const check = checkArguments(schema, args)
  return refused?.value === args ? { ...check, verdict: refused.verdict } : check
}
