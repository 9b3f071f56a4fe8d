import { useDeferredValue, useMemo } from 'react'
import type { JsonObject } from '../../../shared/json'
import { checkAgainst, type SchemaVerdict } from '../../../shared/schema/validate'

type LateVerdict = {
  readonly verdict: SchemaVerdict
  /** It is about what is written now. */
  readonly isCurrent: boolean
}

/** What the schema has to say, a moment after what was written. */
export function useVerdict(schema: unknown, args: JsonObject): LateVerdict {
  const checked = useDeferredValue(args)
  const verdict = useMemo(() => checkAgainst(schema, checked), [schema, checked])
  return { verdict, isCurrent: checked === args }
}
