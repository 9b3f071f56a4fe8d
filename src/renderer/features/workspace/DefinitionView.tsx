import type { ServerSummary } from '../../../shared/servers/server-config'
import { ServerText } from '../../ui/text/ServerText'
import styles from './workspace.module.css'

/** Exactly what would be run or reached, as it is written, without what may be secret. */
export function DefinitionView({ server }: { readonly server: ServerSummary }) {
  return (
    <dl className={styles['definition']}>
      {linesOf(server).map(([term, values]) => (
        <div key={term}>
          <dt>{term}</dt>
          {values.map((value, index) => (
            <dd key={index}>
              <code>
                <ServerText>{value}</ServerText>
              </code>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

type Line = readonly [term: string, values: readonly string[]]

function linesOf(server: ServerSummary): readonly Line[] {
  const all = [...wayTo(server), line('Written in', server.source)]
  return all.filter(([, values]) => values.length > 0)
}

function wayTo(server: ServerSummary): readonly Line[] {
  if (server.transport === 'unknown') return []
  if (server.transport !== 'stdio') {
    return [
      ['Address', [server.url]],
      ['Headers', server.headerNames]
    ]
  }
  return [
    ['Command', [server.command]],
    ['Arguments', server.args],
    ['Variables', server.envNames],
    line('Variables from', server.envFile),
    line('Folder', server.cwd)
  ]
}

function line(term: string, value: string | undefined): Line {
  return [term, value === undefined ? [] : [value]]
}
