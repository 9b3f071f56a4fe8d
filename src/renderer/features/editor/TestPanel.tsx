import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TestReport } from '../../../shared/servers/configuration'
import type { SessionState } from '../../../shared/servers/session-state'
import { Button } from '../../ui/controls/Button'
import { count, milliseconds } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { ServerText } from '../../ui/text/ServerText'
import { describeEra, describeState } from '../server/session-words'
import type { DraftTest } from './use-draft-test'
import styles from './editor.module.css'

/** What opening the draft once shows. Nothing is saved by it. */
export function TestPanel({ test }: { readonly test: DraftTest }) {
  const { report, isPending, problem, stop, forget } = test
  if (!report && !isPending && problem === undefined) return null
  const isRunning = isPending || report?.isDone === false
  return (
    <section className={styles['test']} aria-label="Test">
      <header className={styles['testHead']}>
        <h2>Test</h2>
        <p role="status">{headline(test)}</p>
        {isRunning && report && (
          <Button disabled={report.state.phase === 'closing'} onClick={stop}>
            Stop
          </Button>
        )}
        {!isRunning && (
          <IconButton label="Close the test" onClick={forget}>
            <X aria-hidden="true" size={14} />
          </IconButton>
        )}
      </header>
      <div
        className={styles['testBody']}
        role="region"
        aria-label="What the test shows"
        tabIndex={0}
      >
        {problem !== undefined && <p className="ui-problem">{problem}</p>}
        {report && <Report report={report} />}
      </div>
    </section>
  )
}

function headline({ report, isPending, problem }: DraftTest): ReactNode {
  if (problem !== undefined) return 'It was not started.'
  if (!report) return isPending ? 'Waiting for your decision' : ''
  if (report.isDone && report.problem === undefined) return <Tone tone="good">● it works</Tone>
  if (report.isDone) return <Tone tone="bad">✕ it does not work</Tone>
  const { glyph, word, tone } = describeState(report.state)
  return (
    <Tone tone={tone}>
      <span aria-hidden="true">{glyph}</span> {word}
    </Tone>
  )
}

function Tone({ tone, children }: { readonly tone: string; readonly children: ReactNode }) {
  return (
    <span className="ui-tone" data-tone={tone}>
      {children}
    </span>
  )
}

function Report({ report }: { readonly report: TestReport }) {
  const { state, steps, tools, counts, stderr, violations, problem } = report
  const isReady = state.phase === 'ready' || (report.isDone && problem === undefined)
  return (
    <>
      {problem !== undefined && (
        <p className="ui-problem">
          <ServerText>{problem}</ServerText>
        </p>
      )}
      {state.phase === 'failed' && problem === undefined && (
        <p className="ui-problem">
          <ServerText>{state.reason}</ServerText> {state.next}
        </p>
      )}
      {state.phase === 'ready' && <Who state={state} />}
      {steps.length > 0 && <Steps steps={steps} />}
      {isReady && (
        <Part title={count(tools.length, 'tool')}>
          <p className="ui-hint">
            {count(counts.resources, 'resource')}, {count(counts.prompts, 'prompt')}
          </p>
          <ul className={styles['toolNames']}>
            {tools.map((tool) => (
              <li key={tool}>
                <ServerText>{tool}</ServerText>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {violations.length > 0 && (
        <Part title={count(violations.length, 'violation')}>
          <Lines lines={violations} />
        </Part>
      )}
      {stderr.map(
        (lines, start) =>
          lines.length > 0 && (
            <Part key={start} title={stderrTitle(start, stderr.length)}>
              <pre className={styles['stderr']}>
                <ServerText>{lines.join('\n')}</ServerText>
              </pre>
            </Part>
          )
      )}
    </>
  )
}

function stderrTitle(start: number, starts: number): string {
  if (starts === 1) return 'stderr'
  return start === 0
    ? 'stderr of the first start, with server/discover'
    : 'stderr of the second start, without server/discover'
}

function Who({ state }: { readonly state: Extract<SessionState, { phase: 'ready' }> }) {
  const { server, protocolVersion, era } = state
  return (
    <p>
      <ServerText>{`${server.name} ${server.version}`}</ServerText>, protocol{' '}
      <ServerText>{protocolVersion}</ServerText> ({describeEra(era).word})
    </p>
  )
}

function Steps({ steps }: Pick<TestReport, 'steps'>) {
  return (
    <table className={styles['steps']}>
      <caption>Steps</caption>
      <tbody>
        {steps.map(({ name, ms }, index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            <td>{milliseconds(ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line, index) => (
        <li key={index}>
          <ServerText>{line}</ServerText>
        </li>
      ))}
    </ul>
  )
}
