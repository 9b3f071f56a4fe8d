import { visibleText } from '../../shared/text/visible-text'

/** A text that others chose, as a part of one line: nothing in it may look like another line. */
export function oneLine(text: string): string {
  return visibleText(text).replaceAll(/[\n\t]/g, (mark) =>
    mark === '\n' ? '<U+000A>' : '<U+0009>'
  )
}
