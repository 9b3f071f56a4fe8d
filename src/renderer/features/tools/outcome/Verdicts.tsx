import { useState } from 'react'
import type { SchemaFinding } from '../../../../shared/schema/validate'
import type { Verdict } from '../../../../shared/verdicts/verdicts'
import { visibleText } from '../../../../shared/text/visible-text'
import { count } from '../../../ui/text/format'
import { ServerText } from '../../../ui/text/ServerText'
import { describeVerdictBlame, shortVerdict, subjectOf } from './verdict-words'
import styles from './verdicts.module.css'

type Props = {
  readonly verdicts: readonly Verdict[]
  /** Leads to the part that a finding is about. */
  readonly onReveal: (about: Verdict['about'], finding: SchemaFinding) => void
}

/** What Patchbay finds when it compares a call with what was promised. Beside the payload, never instead. */
export function Verdicts({ verdicts, onReveal }: Props) {
  const right = verdicts.filter(({ kind }) => kind === 'right')
  const others = verdicts.filter(({ kind }) => kind !== 'right')
  if (verdicts.length === 0) return null
  return (
    <section className={styles['verdicts']} aria-label="Verdicts">
      {others.map((verdict) => (
        <OneVerdict key={verdict.about} verdict={verdict} onReveal={onReveal} />
      ))}
      {right.length > 0 && (
        <p className={styles['right']}>
          {right.map(({ about, message, note }) => (
            <span key={about} title={visibleText(message)}>
              ✓ <span className={styles['whole']}>{shortVerdict(about, 'right')}</span>
              {note !== undefined && (
                <span className="ui-subtle">
                  {' ('}
                  <ServerText>{note}</ServerText>)
                </span>
              )}
              <span className={styles['brief']}>{subjectOf(about)}</span>
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

const GLYPHS: Readonly<Record<Verdict['kind'], string>> = {
  right: '✓',
  remark: '·',
  warning: '!',
  wrong: '✕',
  unknown: '?'
}

function OneVerdict({
  verdict,
  onReveal
}: { readonly verdict: Verdict } & Pick<Props, 'onReveal'>) {
  const { about, kind, message, findings, blame } = verdict
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles['verdict']} data-kind={kind} data-open={isOpen}>
      <p className={styles['line']}>
        <span className={styles['glyph']} aria-hidden="true">
          {GLYPHS[kind]}
        </span>
        <span className={styles['brief']}>{shortVerdict(about, kind)}</span>
        <span className={styles['message']}>
          <ServerText>{message}</ServerText>{' '}
          {blame && <span className={styles['blame']}>{describeVerdictBlame(blame)}</span>}
        </span>
        <button
          type="button"
          className={styles['toggle']}
          data-count={findings.length}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {findings.length > 0 ? count(findings.length, 'finding') : isOpen ? 'Less' : 'More'}{' '}
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
        </button>
      </p>
      {isOpen && findings.length > 0 && (
        <ul className={styles['findings']}>
          {findings.map((finding, index) => (
            <li key={index}>
              <button
                type="button"
                className={styles['finding']}
                title="Show where it is"
                onClick={() => onReveal(about, finding)}
              >
                <code>
                  <ServerText>{finding.pointer === '' ? 'the whole' : finding.pointer}</ServerText>
                </code>{' '}
                <ServerText>{finding.message}</ServerText>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
