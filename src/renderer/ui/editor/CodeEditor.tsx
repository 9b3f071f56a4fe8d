import type { editor } from 'monaco-editor/editor'
import { useEffect, useRef, useState } from 'react'
import { visibleText } from '../../../shared/text/visible-text'
import styles from './code-editor.module.css'
import { HIDDEN_OPTIONS, markHidden } from '../text/hidden-marks'
import { loadMonaco, type Monaco } from './monaco'

type Props = {
  readonly label: string
  /** Of an editor one can write in this is the start; what is written then is the editor's own. */
  readonly value: string
  /** One that Monaco was given in monaco-parts.ts; others are shown without colours. */
  readonly language: string
  /** Without it the editor is read-only. */
  readonly onChange?: (value: string) => void
  /** What kind of file it is, for `setSchema`. */
  readonly fileName?: string
  /** Where the person is to be led; another object leads there again. */
  readonly place?: { readonly offset: number } | undefined
  /** A part of the text that somebody looks for; the focus stays where it is. */
  readonly found?: { readonly at: number; readonly length: number } | undefined
}

const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  // The number of a last, empty line would be too faint to read.
  renderFinalNewline: 'off',
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 4,
  overviewRulerLanes: 0,
  renderLineHighlight: 'none',
  wordWrap: 'on',
  tabSize: 2,
  ...HIDDEN_OPTIONS,
  fixedOverflowWidgets: true,
  quickSuggestions: true,
  // Whoever selects all and types means to replace it.
  autoSurround: 'never',
  'semanticHighlighting.enabled': false
}

/** More than fits on a screen; to lay out a long text takes longer than to make the editor. */
const AT_ONCE_CHARS = 10_000

/** A completion that was asked for still reads the text when the editor is gone already. */
const AFTERLIFE_MS = 2_000

/**
 * Shows the text at once as it is, and as an editor as soon as the editor is loaded. Whoever puts the
 * cursor on its frame is then in the editor.
 */
export function CodeEditor(props: Props) {
  const { label, value, language, onChange, fileName, place: wanted, found } = props
  const frame = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const current = useRef({ label, value, language, onChange })
  current.current = { label, value, language, onChange }
  const [instance, setInstance] = useState<editor.IStandaloneCodeEditor>()
  const isReadOnly = onChange === undefined

  useEffect(() => {
    let created: editor.IStandaloneCodeEditor | undefined
    let isGone = false
    void loadMonaco().then((monaco) => {
      if (isGone || !place.current) return
      const style = getComputedStyle(place.current)
      const start = current.current
      created = monaco.editor.create(place.current, {
        ...OPTIONS,
        model: createModel(monaco, start.value, start.language, fileName),
        readOnly: isReadOnly,
        domReadOnly: isReadOnly,
        ariaLabel: start.label,
        // Tab leads out again; whoever wants an indent has the space bar.
        tabFocusMode: true,
        fontFamily: style.fontFamily,
        fontSize: Number.parseInt(style.fontSize, 10)
      })
      created.onDidChangeModelContent(() => {
        current.current.onChange?.(created?.getValue() ?? '')
      })
      markHidden(created)
      setInstance(created)
    })
    return () => {
      isGone = true
      const model = created?.getModel()
      created?.dispose()
      setTimeout(() => model?.dispose(), AFTERLIFE_MS)
      setInstance(undefined)
    }
  }, [isReadOnly, fileName])

  // Only where nobody writes: a text that comes back late would undo what was typed since.
  useEffect(() => {
    if (isReadOnly && instance && instance.getValue() !== value) instance.setValue(value)
  }, [instance, value, isReadOnly])

  // To show another text takes a fraction of what another editor would.
  useEffect(() => {
    const model = instance?.getModel()
    if (model) void loadMonaco().then(({ editor }) => editor.setModelLanguage(model, language))
  }, [instance, language])

  useEffect(() => {
    instance?.updateOptions({ ariaLabel: label })
    instance?.setScrollPosition({ scrollTop: 0, scrollLeft: 0 })
  }, [instance, label])

  useEffect(() => {
    const position = wanted && instance?.getModel()?.getPositionAt(wanted.offset)
    if (!instance || !position) return
    instance.setPosition(position)
    instance.revealPositionInCenterIfOutsideViewport(position)
    instance.focus()
  }, [instance, wanted])

  useEffect(() => {
    const model = instance?.getModel()
    if (!instance || !model || !found || found.at + found.length > value.length) return undefined
    const start = model.getPositionAt(found.at)
    const end = model.getPositionAt(found.at + found.length)
    const range = {
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column
    }
    const options = { inlineClassName: styles['found'] ?? null }
    const marks = instance.createDecorationsCollection([{ range, options }])
    instance.revealRangeInCenterIfOutsideViewport(range)
    return () => marks.clear()
  }, [instance, found, value])

  useEffect(() => {
    if (document.activeElement === frame.current) instance?.focus()
  }, [instance])

  return (
    <div
      ref={frame}
      className={styles['frame']}
      data-editor=""
      tabIndex={-1}
      onFocus={({ target, currentTarget }) => target === currentTarget && instance?.focus()}
    >
      {!instance && (
        <pre className={styles['text']}>{visibleText(value.slice(0, AT_ONCE_CHARS))}</pre>
      )}
      <div ref={place} className={styles['editor']} />
    </div>
  )
}

let lastModel = 0

/** Every text has a path of its own; the last part of it says what kind of file it is. */
function createModel(
  monaco: Monaco,
  value: string,
  language: string,
  fileName: string | undefined
): editor.ITextModel {
  const path = fileName === undefined ? undefined : `patchbay:/${++lastModel}/${fileName}`
  return monaco.editor.createModel(
    value,
    language,
    path === undefined ? undefined : monaco.Uri.parse(path)
  )
}
