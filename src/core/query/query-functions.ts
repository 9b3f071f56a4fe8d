/** What a filter needs of the database that SQL has no words for. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { folded } from '../../shared/query/fold'
import { globMatches } from '../../shared/query/glob'
import { patternMatches } from '../../shared/query/pattern'

type Argument = SQLOutputValue | undefined

/** To be called once for each connection that is asked compiled queries. */
export function addQueryFunctions(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true } as const
  database.function('contains_folded', options, (text: Argument, wanted: Argument) =>
    Number(isText(text) && isText(wanted) && folded(text).includes(folded(wanted)))
  )
  database.function(
    'matches_glob',
    { ...options, varargs: true },
    (text: Argument, ...parts: Argument[]) =>
      Number(isText(text) && globMatches({ parts: parts.filter(isText) }, text))
  )
  database.function(
    'matches_pattern',
    options,
    (text: Argument, source: Argument, isCaseInsensitive: Argument) =>
      Number(
        isText(text) &&
          isText(source) &&
          patternMatches({ source, isCaseInsensitive: isCaseInsensitive === 1 }, text)
      )
  )
}

function isText(value: Argument): value is string {
  return typeof value === 'string'
}
