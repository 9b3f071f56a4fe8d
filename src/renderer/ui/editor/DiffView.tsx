import type { editor } from 'monaco-editor/editor'
import { useEffect, useRef, useState } from 'react'
import { visibleText } from '../../../shared/text/visible-text'
import styles from './diff-view.module.css'
import { HIDDEN_OPTIONS, markHidden } from '../text/hidden-marks'
import { loadMonaco } from './monaco'

type Props = {
  readonly before: string
  readonly after: string
  /** What the two are, such as `Yours`. */
  readonly beforeLabel: string
  readonly afterLabel: string
  readonly language?: 'json' | 'plaintext'
}

const OPTIONS: editor.IStandaloneDiffEditorConstructionOptions = {
  automaticLayout: true,
  readOnly: true,
  domReadOnly: true,
  originalEditable: false,
  renderSideBySide: true,
  useInlineViewWhenSpaceIsLimited: true,
  renderSideBySideInlineBreakpoint: 700,
  hideUnchangedRegions: { enabled: true, contextLineCount: 4, minimumLineCount: 8 },
  renderOverviewRuler: false,
  renderMarginRevertIcon: false,
  renderGutterMenu: false,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 12,
  renderLineHighlight: 'none',
  diffWordWrap: 'on',
  wordWrap: 'on',
  ...HIDDEN_OPTIONS,
  renderFinalNewline: 'off',
  links: false,
  fixedOverflowWidgets: true,
  tabFocusMode: true
}

/** What was and what is: side by side where there is room, one in the other where there is not. */
export function DiffView(props: Props) {
  const { before, after, beforeLabel, afterLabel, language = 'json' } = props
  const place = useRef<HTMLDivElement>(null)
  const [isReady, setIsReady] = useState(false)

  useEffect(() => {
    let created: editor.IStandaloneDiffEditor | undefined
    let isGone = false
    void loadMonaco().then((monaco) => {
      if (isGone || !place.current) return
      const style = getComputedStyle(place.current)
      created = monaco.editor.createDiffEditor(place.current, {
        ...OPTIONS,
        originalAriaLabel: beforeLabel,
        modifiedAriaLabel: afterLabel,
        fontFamily: style.fontFamily,
        fontSize: Number.parseInt(style.fontSize, 10)
      })
      created.setModel({
        original: monaco.editor.createModel(before, language),
        modified: monaco.editor.createModel(after, language)
      })
      keepName(created.getOriginalEditor(), beforeLabel)
      keepName(created.getModifiedEditor(), afterLabel)
      markHidden(created.getOriginalEditor())
      markHidden(created.getModifiedEditor())
      setIsReady(true)
    })
    return () => {
      isGone = true
      const models = created?.getModel()
      created?.dispose()
      models?.original.dispose()
      models?.modified.dispose()
      setIsReady(false)
    }
  }, [before, after, beforeLabel, afterLabel, language])

  return (
    <section className={styles['frame']} aria-label={`${beforeLabel} against ${afterLabel}`}>
      <div className={styles['legend']}>
        <span className={styles['before']}>− {beforeLabel}</span>
        <span className={styles['after']}>+ {afterLabel}</span>
      </div>
      <div className={styles['texts']}>
        {!isReady && (
          <div className={styles['plain']}>
            <pre aria-label={beforeLabel}>{visibleText(before)}</pre>
            <pre aria-label={afterLabel}>{visibleText(after)}</pre>
          </div>
        )}
        <div ref={place} className={styles['editor']} />
      </div>
    </section>
  )
}

/** The diff editor loses the names of its two halves whenever it lays them out anew. */
function keepName(half: editor.ICodeEditor, name: string): void {
  const restore = (): void => {
    if (half.getRawOptions().ariaLabel !== name) half.updateOptions({ ariaLabel: name })
  }
  half.onDidChangeConfiguration(restore)
  restore()
}
