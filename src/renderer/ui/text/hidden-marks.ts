/** Shows in an editor what cannot be seen, by its number. The text itself stays as it is. */
import type { editor } from 'monaco-editor/editor'
import { visibleParts } from '../../../shared/text/visible-text'
import styles from './server-text.module.css'

/** What the editor shows by itself: controls by pictures, marks of direction by their numbers. */
const SHOWN_BY_EDITOR = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const C1 = /[\u0080-\u009f]/
/** Whoever has seen so many knows. */
const MOST_MARKS = 1_000

export type HiddenCharacter = {
  readonly offset: number
  readonly length: number
  readonly mark: string
}

/** Options of every editor that shows what a server wrote. */
export const HIDDEN_OPTIONS = {
  renderControlCharacters: true,
  // Asks whether to remove them, in a dialog of the browser.
  unusualLineTerminators: 'off',
  // A line may end before a plus otherwise, which is in the middle of a mark.
  wordWrapBreakBeforeCharacters: '([{',
  unicodeHighlight: {
    invisibleCharacters: false,
    ambiguousCharacters: false,
    nonBasicASCII: false
  }
} as const satisfies editor.IEditorOptions

export function hiddenIn(text: string): readonly HiddenCharacter[] {
  const found: HiddenCharacter[] = []
  let offset = 0
  for (const part of visibleParts(text)) {
    const { length } = part.text
    if (part.kind === 'hidden' && (!SHOWN_BY_EDITOR.test(part.text) || C1.test(part.text))) {
      if (found.length === MOST_MARKS) break
      found.push({ offset, length, mark: part.mark })
    }
    offset += length
  }
  return found
}

/** From now on, also of what is written later. */
export function markHidden(shown: editor.ICodeEditor): void {
  const marks = shown.createDecorationsCollection()
  const update = (): void => {
    const model = shown.getModel()
    marks.set(model ? hiddenIn(model.getValue()).map((found) => markAt(model, found)) : [])
  }
  shown.onDidChangeModelContent(update)
  update()
}

function markAt(
  model: editor.ITextModel,
  { offset, length, mark }: HiddenCharacter
): editor.IModelDeltaDecoration {
  const start = model.getPositionAt(offset)
  const end = model.getPositionAt(offset + length)
  return {
    range: {
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column
    },
    options: {
      before: { content: mark, inlineClassName: styles['hidden'] ?? '' }
    }
  }
}
