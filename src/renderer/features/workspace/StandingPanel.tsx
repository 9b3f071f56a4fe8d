import type { ReactNode } from 'react'
import { assertNever } from '../../../shared/protocol/errors'
import type { ServerSummary, Standing, WritableScope } from '../../../shared/servers/server-config'
import { useServers } from '../../stores/servers/servers'
import { selectServer } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { faultLine } from '../server/fault-words'
import { editServer, toggleDisabled, trustServers } from '../server/server-actions'
import { describeStanding } from '../server/standing-words'
import { DefinitionView } from './DefinitionView'
import { Warnings } from '../server/Warnings'
import styles from './workspace.module.css'

type Unusable = Exclude<Standing, { kind: 'usable' }>

type Props = {
  readonly server: ServerSummary
  readonly standing: Unusable
  /** Leaves room for what is still there from the last session. */
  readonly isCompact?: boolean
}

/** Why a server cannot be opened, what it would do, and the one way on. */
export function StandingPanel({ server, standing, isCompact = false }: Props) {
  const { title, text } = wordsFor(server, standing)
  const { glyph, tone } = describeStanding(standing)
  const head = (
    <div className={styles['panelHead']}>
      <div>
        <h2 className={styles['standingTitle']}>
          <span className="ui-tone" data-tone={tone} aria-hidden="true">
            {glyph}
          </span>{' '}
          {title}
        </h2>
        <p>{text}</p>
      </div>
      {isCompact && <WayOn server={server} standing={standing} />}
    </div>
  )
  if (isCompact) return <section className={styles['notice']}>{head}</section>
  return (
    <section className={styles['standing']} aria-label={title} tabIndex={0}>
      {head}
      {standing.kind === 'invalid' && <Faults standing={standing} />}
      <Warnings warnings={server.warnings} />
      <div className={styles['actions']}>
        <WayOn server={server} standing={standing} />
      </div>
      <DefinitionView server={server} />
    </section>
  )
}

function wordsFor(
  { name, transport }: ServerSummary,
  standing: Unusable
): { title: string; text: ReactNode } {
  switch (standing.kind) {
    case 'untrusted':
      return standing.isChanged
        ? {
            title: `${name} has changed since you trusted it`,
            text: 'Nothing runs until you have looked at it again. The review shows what is different.'
          }
        : {
            title: `${name} is not trusted yet`,
            text:
              transport === 'stdio'
                ? 'Nothing has been started. If you trust it, it runs this program with your rights.'
                : 'Nothing has been contacted. If you trust it, Patchbay connects to this address.'
          }
    case 'refused':
      return {
        title: `You said that ${name} may not run`,
        text: 'It stays closed until you decide otherwise.'
      }
    case 'disabled':
      return {
        title: `${name} is disabled`,
        text: 'Its definition says so. It is kept, and is not opened.'
      }
    case 'shadowed':
      return {
        title: `${name} is shadowed`,
        text: `A ${standing.by} server of the same name counts instead of this one.`
      }
    case 'invalid':
      return {
        title: `${name} cannot be read`,
        text: 'Something in its definition has to be put right first. The other servers are not affected.'
      }
    default:
      return assertNever(standing)
  }
}

function WayOn({ server, standing }: Pick<Props, 'server' | 'standing'>) {
  switch (standing.kind) {
    case 'untrusted':
      return (
        <Button isPrimary onClick={() => trustServers([server])}>
          Review and trust…
        </Button>
      )
    case 'refused':
      return <Button onClick={() => trustServers([server])}>Review again…</Button>
    case 'disabled':
      return (
        <Button isPrimary onClick={() => toggleDisabled(server)}>
          Enable
        </Button>
      )
    case 'shadowed':
      return <ShowCounting server={server} by={standing.by} />
    case 'invalid':
      return (
        <Button isPrimary onClick={() => editServer(server, 'json')}>
          Edit as JSON
        </Button>
      )
    default:
      return assertNever(standing)
  }
}

function ShowCounting({
  server,
  by
}: {
  readonly server: ServerSummary
  readonly by: WritableScope
}) {
  const counting = useServers(({ servers }) =>
    servers.find(({ name, scope }) => name === server.name && scope === by)
  )
  if (!counting) return null
  return <Button onClick={() => selectServer(counting.id)}>Show the one that counts</Button>
}

function Faults({ standing }: { readonly standing: Extract<Standing, { kind: 'invalid' }> }) {
  return (
    <ul className={styles['faults']} aria-label="What is wrong">
      {standing.faults.map((fault, index) => (
        <li key={index}>{faultLine(fault)}</li>
      ))}
    </ul>
  )
}
