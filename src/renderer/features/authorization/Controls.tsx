import {
  isDebuggable,
  isUnderWay,
  type AuthDebugReport,
  type AuthDebugWish
} from '../../../shared/sign-in/auth-debug'
import { MISTAKE_WORDS } from '../../../shared/sign-in/auth-debug-words'
import type { AuthTarget } from '../../stores/servers/auth-debug'
import { Button } from '../../ui/controls/Button'
import { Select } from '../../ui/controls/Select'
import { ServerText } from '../../ui/text/ServerText'
import { TextField } from '../../ui/controls/TextField'
import { startRun, stopRun } from './authorization-actions'
import { MISTAKE_OPTIONS, REGISTRATION_OPTIONS, REVISION_OPTIONS } from './run-words'
import styles from './authorization.module.css'

type Props = {
  readonly name: string
  readonly target: AuthTarget
  /** You write the address of a server that is not saved. */
  readonly isAddress: boolean
  /** Somebody has to decide on a page. */
  readonly needsBrowser: boolean
  readonly address: string
  readonly wish: AuthDebugWish
  readonly report: AuthDebugReport | undefined
  readonly onAddress: (address: string) => void
  readonly onWish: (wish: AuthDebugWish) => void
}

/** What the run does, and the buttons that begin and end it. */
export function Controls(props: Props) {
  const { name, target, isAddress, needsBrowser, address, wish, report, onAddress, onWish } = props
  const { mistake, ...rest } = wish
  const isRunning = report !== undefined && isUnderWay(report)
  const canRun = !isAddress || isDebuggable(address)
  return (
    <header className={styles['controls']}>
      <div className={styles['top']}>
        <h1 className={styles['title']}>
          Authorization of <ServerText>{name}</ServerText>
        </h1>
        {isRunning ? (
          <Button onClick={() => stopRun(report.runId)}>Stop</Button>
        ) : (
          <>
            <Button
              disabled={!canRun}
              title="Pauses before each request, so that you can look at it and change it"
              onClick={() => void startRun(target, { ...rest, isStepwise: true })}
            >
              Step by step
            </Button>
            <Button isPrimary disabled={!canRun} onClick={() => void startRun(target, wish)}>
              {needsBrowser ? 'Run and open your browser' : 'Run'}
            </Button>
          </>
        )}
      </div>
      {isAddress && (
        <TextField
          label="Address"
          isCode
          value={address}
          placeholder="https://mcp.example.com/mcp"
          onChange={onAddress}
        />
      )}
      <div className={styles['choices']}>
        <Select
          label="Revision"
          value={wish.revision}
          options={REVISION_OPTIONS}
          onChange={(revision) => onWish({ ...wish, revision })}
        />
        <Select
          label="Registration"
          value={wish.registration}
          options={REGISTRATION_OPTIONS}
          onChange={(registration) => onWish({ ...wish, registration })}
        />
        <Select
          label="What if"
          value={mistake ?? ''}
          options={MISTAKE_OPTIONS}
          onChange={(chosen) => onWish(chosen === '' ? rest : { ...rest, mistake: chosen })}
        />
      </div>
      {mistake !== undefined && (
        <p className={styles['about']}>
          {MISTAKE_WORDS[mistake].about} Step by step does not make this mistake: there you change
          the requests yourself.
        </p>
      )}
    </header>
  )
}
