import { hiddenWords, type HiddenPart } from '../../shared/text/hidden-part'
import type { DefinitionLine } from '../../shared/question/prompt'
import { ServerText } from '../ui/text/ServerText'
import { ExactText } from './ExactText'
import styles from './prompt.module.css'

const GLYPHS = { added: '+', changed: '~', removed: '−' }

type Props = { readonly lines: readonly DefinitionLine[] }

/** Exactly what will be run or reached: a line for each part, and none of them cut off. */
export function DefinitionLines({ lines }: Props) {
  return (
    <dl className={styles['lines']}>
      {lines.map((line, index) => (
        <div key={index} className={styles['line']} data-change={line.change?.kind}>
          <dt className={styles['label']}>
            <ServerText>{line.label}</ServerText>
            {line.change && (
              <span className={styles['change']}>
                {GLYPHS[line.change.kind]} {line.change.kind}
              </span>
            )}
          </dt>
          <dd className={styles['value']}>
            <LineValue line={line} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function LineValue({ line: { text, hidden, change } }: { readonly line: DefinitionLine }) {
  if (change?.kind === 'removed') {
    return (
      <del>
        <Value text={change.before ?? text} />
      </del>
    )
  }
  if (change?.kind !== 'changed') return <Value text={text} hidden={hidden} />
  // What is hidden looks the same before and after.
  if (change.before === undefined || change.before === text) {
    return (
      <>
        <ExactText>{text}</ExactText>
        <span className="ui-hint">
          {' '}
          {hidden && `${hiddenWords(hidden)}, and `}not what it was before
        </span>
      </>
    )
  }
  return (
    <>
      <p className={styles['before']}>
        <span className="ui-hint">was</span>
        <del>
          <Value text={change.before} />
        </del>
      </p>
      <p className={styles['after']}>
        <span className="ui-hint">now</span>
        <ins>
          <Value text={text} hidden={hidden} />
        </ins>
      </p>
    </>
  )
}

type ValueProps = { readonly text: string; readonly hidden?: HiddenPart | undefined }

function Value({ text, hidden }: ValueProps) {
  return (
    <>
      <ExactText>{text}</ExactText>
      {hidden && <span className="ui-hint"> {hiddenWords(hidden)}</span>}
    </>
  )
}
