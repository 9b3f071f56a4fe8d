import type { ReactNode } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import { visibleText } from '../../../shared/text/visible-text'
import { CopyButton } from '../../ui/controls/CopyButton'
import { ServerText } from '../../ui/text/ServerText'
import { ItemIcon } from '../catalogue/ItemIcon'
import { DefinitionButton } from '../catalogue/DefinitionButton'
import { claimsAbout } from '../content/annotations'
import { namesOf, sizeOf, textIn } from './resource-words'
import styles from './resources.module.css'

type Props = {
  readonly serverId: ServerId
  /** The URI or the template. */
  readonly address: string
  readonly copyLabel: string
  /** As the server listed it; undefined when it is not in its list. */
  readonly described: Readonly<Record<string, unknown>> | undefined
  readonly children?: ReactNode
}

/** What the server says about a resource, before anything is read. */
export function ResourceHeader({ serverId, address, copyLabel, described, children }: Props) {
  const names = namesOf(described)
  const mimeType = textIn(described, 'mimeType')
  const size = sizeOf(described)
  const claims = claimsAbout(described?.['annotations'])
  const description = textIn(described, 'description')
  return (
    <header className={styles['header']}>
      <div className={styles['address']}>
        <ItemIcon serverId={serverId} icons={described?.['icons']} />
        <h2 title={visibleText(address)}>
          <ServerText>{address}</ServerText>
        </h2>
        <CopyButton label={copyLabel} text={() => address} />
        {described && <DefinitionButton name={address} item={described} />}
      </div>
      <p className={styles['claims']}>
        {names.map((name) => (
          <span key={name}>
            <ServerText>{name}</ServerText>
          </span>
        ))}
        {mimeType !== undefined && (
          <code>
            <ServerText>{mimeType}</ServerText>
          </code>
        )}
        {size !== undefined && <span>{size}</span>}
        {claims.map((claim) => (
          <span key={claim}>
            <ServerText>{claim}</ServerText>
          </span>
        ))}
        {(claims.length > 0 || size !== undefined || mimeType !== undefined) && (
          <i title="The server says so. Patchbay has not checked it.">(server says)</i>
        )}
        {!described && <i>The server does not list it.</i>}
      </p>
      {description !== undefined && (
        <p className={styles['description']}>
          <ServerText>{description}</ServerText>
        </p>
      )}
      {children}
    </header>
  )
}
