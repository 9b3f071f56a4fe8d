import { useState } from 'react'
import type { SchemaFinding } from '../../../shared/schema/validate'
import type { Verdict } from '../../../shared/verdicts'
import { count } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import { describeVerdictBlame, shortVerdict } from './verdict-words'
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
          {right.map(({ about, message }) => (
            <span key={about} title={message}>
              ✓ {shortVerdict(about)}
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

function OneVerdict({
  verdict,
  onReveal
}: { readonly verdict: Verdict } & Pick<Props, 'onReveal'>) {
  const { about, kind, message, findings, blame } = verdict
  const [isOpen, setIsOpen] = useState(false)
  const isWrong = kind === 'wrong'
  return (
    <div className={styles['verdict']} data-kind={kind}>
      <p className={styles['line']}>
        <span className={styles['glyph']} aria-hidden="true">
          {isWrong ? '✕' : '?'}
        </span>
        <span className={styles['message']}>
          <ServerText>{message}</ServerText>{' '}
          {blame && <span className={styles['blame']}>{describeVerdictBlame(blame)}</span>}
        </span>
        {findings.length > 0 && (
          <button
            type="button"
            className={styles['toggle']}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {count(findings.length, 'finding')} {isOpen ? '▾' : '▸'}
          </button>
        )}
      </p>
      {isOpen && (
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
