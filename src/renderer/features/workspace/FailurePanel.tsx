import { Fragment, useRef } from 'react'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import type { SignInState } from '../../../shared/sign-in/sign-in'
import { useExaminations } from '../../stores/servers/examinations'
import { useProblems } from '../../stores/window/problems'
import { useSession } from '../../stores/servers/sessions'
import { useSignIn } from '../../stores/servers/sign-ins'
import { Button } from '../../ui/controls/Button'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { tellingLine, useTellingLine } from '../../ui/text/telling-line'
import { openAuthorization } from '../server/open-authorization'
import { diagnose } from '../server/diagnose'
import { openServer } from '../server/session-actions'
import { lookAtCertificate } from '../server/trust-certificate'
import { describeBlame } from '../server/session-words'
import styles from './workspace.module.css'

type Props = {
  readonly server: ServerSummary
  readonly failure: Extract<SessionState, { phase: 'failed' }>
  /** Leaves room for the tools and results that are still there. */
  readonly isCompact?: boolean
}

/** The server has refused whoever asks, and a panel of its own says what to do about that. */
const PANEL_PHASES: ReadonlySet<SignInState['phase']> = new Set(['needed', 'under-way', 'failed'])

/** What happened, whose doing it was, what to do next, and the last words. */
export function FailurePanel({ server, failure, isCompact = false }: Props) {
  const { reason, blame, next, offers, lastStderr } = failure
  /** A diagnosis shows the last words as well, and needs the room. */
  const isDiagnosed = useExaminations(({ byServer }) => byServer[server.id] !== undefined)
  const { postMortem } = useSession(server.id)
  const isRefused = useProblems(({ problems }) =>
    problems.some(({ kind, serverId }) => kind === 'auth' && serverId === server.id)
  )
  const { phase: signInPhase } = useSignIn(server.id)
  // What is said of the sign-in says this, too.
  if (failure.tier !== 'patchbay' && PANEL_PHASES.has(signInPhase)) return null
  // The post-mortem of this same end says all of it, and more.
  if (isCompact && postMortem?.reason === reason) return null
  return (
    <section className={styles['failure']} role="alert">
      <div className={styles['panelHead']}>
        <div>
          <h2 className={styles['reason']}>
            <ServerText>{reason}</ServerText>
          </h2>
          <p>
            {describeBlame(blame)} {next}
          </p>
        </div>
        <div className={styles['actions']}>
          {offers === 'certificate' && (
            <Button isPrimary onClick={() => lookAtCertificate(server.id)}>
              Look at the certificate…
            </Button>
          )}
          <Button isPrimary={offers === undefined} onClick={() => openServer(server.id)}>
            Open again
          </Button>
          <Button title="Find out step by step why" onClick={() => diagnose(server.id)}>
            Diagnose
          </Button>
          {isRefused && (
            <Button
              title="See every step of signing in"
              onClick={() => openAuthorization(server.id)}
            >
              Debug authorization
            </Button>
          )}
        </div>
      </div>
      {lastStderr.length > 0 && (
        <details className={styles['lastWords']} data-compact={isCompact} open={!isDiagnosed}>
          <summary>Last {count(lastStderr.length, 'line')} of stderr</summary>
          <LastLines lines={lastStderr} />
        </details>
      )}
    </section>
  )
}

function LastLines({ lines }: { readonly lines: readonly string[] }) {
  const element = useRef<HTMLPreElement>(null)
  useTellingLine(element, lines.length)
  const telling = tellingLine(lines)
  return (
    <pre
      ref={element}
      className={styles['stderr']}
      role="log"
      aria-label="Last lines of stderr"
      tabIndex={0}
    >
      {lines.map((line, index) => (
        <Fragment key={index}>
          <span className={styles['stderrLine']} data-telling={index === telling || undefined}>
            <ServerText>{line}</ServerText>
          </span>
          {'\n'}
        </Fragment>
      ))}
    </pre>
  )
}
