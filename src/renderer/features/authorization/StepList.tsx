import type { AuthDebugReport, AuthDebugStepId } from '../../../shared/sign-in/auth-debug'
import { MISTAKE_WORDS, STEP_WORDS, VERDICT_MARKS } from '../../../shared/sign-in/auth-debug-words'
import { count, milliseconds } from '../../ui/text/format'
import styles from './authorization.module.css'

export type Shown = AuthDebugStepId | 'differences'

type Props = {
  readonly report: AuthDebugReport
  readonly shown: Shown | undefined
  readonly onShow: (shown: Shown) => void
}

export function StepList({ report, shown, onShow }: Props) {
  const { steps, differences, wish } = report
  const faults = differences.filter(({ fault }) => fault !== undefined).length
  return (
    <nav className={styles['steps']} aria-label="Steps">
      <ol>
        {steps.map(({ id, verdict, tookMs }) => {
          const { glyph, word } = VERDICT_MARKS[verdict]
          const mistake = id === 'mistake' ? wish.mistake : undefined
          const title = mistake ? `What if: ${MISTAKE_WORDS[mistake].title}` : STEP_WORDS[id].title
          return (
            <li key={id}>
              <button
                type="button"
                className={styles['step']}
                data-verdict={verdict}
                aria-current={shown === id ? 'step' : undefined}
                onClick={() => onShow(id)}
              >
                <span className={styles['mark']}>
                  <span aria-hidden="true">{glyph}</span> {word}
                </span>
                <span className={styles['stepTitle']}>{title}</span>
                {tookMs !== undefined && tookMs >= 1 && (
                  <span className={styles['took']}>{milliseconds(tookMs)}</span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
      <button
        type="button"
        className={styles['step']}
        data-verdict={faults > 0 ? 'wrong' : 'ok'}
        aria-current={shown === 'differences' ? 'true' : undefined}
        onClick={() => onShow('differences')}
      >
        <span className={styles['mark']}>
          {faults > 0 && (
            <>
              <span aria-hidden="true">!</span> {count(faults, 'conflict')}
            </>
          )}
        </span>
        <span className={styles['stepTitle']}>Compare what each side says</span>
      </button>
    </nav>
  )
}
