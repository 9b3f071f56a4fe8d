import type { CatalogueChange } from '../../../shared/calls/catalogue-change'
import type { ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { goTo } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { placeOf, summaryOf, SHOWN_NAMES } from './changes-words'
import styles from './changes-line.module.css'

type Props = { readonly serverId: ServerId; readonly changes: readonly CatalogueChange[] }

/** What of the catalogue is new, changed or gone since the person last saw it. */
export function ChangesLine({ serverId, changes }: Props) {
  if (changes.length === 0) return null
  return (
    <section className={styles['line']} aria-label="Changes in the catalogue">
      <p role="status">
        {summaryOf(changes).map(({ change, changes: some, words }) => (
          <span key={change} className={styles['group']}>
            {words}:{' '}
            {some.slice(0, SHOWN_NAMES).map((one) => (
              <Name key={`${one.kind} ${one.key}`} serverId={serverId} change={one} />
            ))}
            {some.length > SHOWN_NAMES && `and ${count(some.length - SHOWN_NAMES, 'more', 'more')}`}
          </span>
        ))}
      </p>
      <Button onClick={() => void request('catalogue.seen', { serverId }).catch(notify)}>
        Mark all as seen
      </Button>
    </section>
  )
}

type NameProps = { readonly serverId: ServerId; readonly change: CatalogueChange }

/** What is gone cannot be gone to. */
function Name({ serverId, change }: NameProps) {
  const name = <ServerText>{change.key}</ServerText>
  if (change.change === 'gone') return <code className={styles['name']}>{name}</code>
  return (
    <button
      type="button"
      className={styles['name']}
      onClick={() => goTo(serverId, placeOf(change))}
    >
      {name}
    </button>
  )
}
