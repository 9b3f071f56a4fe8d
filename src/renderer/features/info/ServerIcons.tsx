import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import { isObject } from '../../../shared/json/json'
import { request } from '../../bridge/bridge'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { whyNoIcon } from './icon-words'
import styles from './info.module.css'

const SHOWN_ICONS = 8

type Props = { readonly serverId: ServerId; readonly icons: readonly unknown[] }

/** The icons that a server sent. The window fetches none of them: main does, if it may. */
export function ServerIcons({ serverId, icons }: Props) {
  const rest = icons.length - SHOWN_ICONS
  return (
    <ul className={styles['icons']}>
      {icons.slice(0, SHOWN_ICONS).map((icon, index) => (
        <li key={index}>
          <ServerIcon serverId={serverId} icon={icon} />
        </li>
      ))}
      {rest > 0 && <li>and {count(rest, 'more', 'more')}</li>}
    </ul>
  )
}

type Loaded = { readonly picture?: string; readonly why?: string }

function ServerIcon({ serverId, icon }: { readonly serverId: ServerId; readonly icon: unknown }) {
  const src = isObject(icon) && typeof icon['src'] === 'string' ? icon['src'] : undefined
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let isStale = false
    void load(serverId, src).then((result) => {
      if (!isStale) setLoaded(result)
    })
    return () => {
      isStale = true
    }
  }, [serverId, src])
  return (
    <>
      {loaded?.picture === undefined ? (
        <ImageOff aria-hidden="true" size={20} />
      ) : (
        <img src={loaded.picture} alt="" className={styles['icon']} />
      )}
      <span className={styles['about']}>
        <code>
          <ServerText>{shortened(src)}</ServerText>
        </code>
        {loaded?.why !== undefined && <span>{loaded.why}</span>}
      </span>
    </>
  )
}

async function load(serverId: ServerId, src: string | undefined): Promise<Loaded> {
  if (src === undefined) return { why: whyNoIcon(src) }
  try {
    const picture = await request('icon.read', { serverId, src })
    return picture === null ? { why: whyNoIcon(src) } : { picture }
  } catch {
    return { why: whyNoIcon(src) } // longer than the contract takes, so it was not even tried
  }
}

const SHOWN_CHARS = 80

function shortened(src: string | undefined): string {
  if (src === undefined) return 'no address'
  return src.length > SHOWN_CHARS ? `${src.slice(0, SHOWN_CHARS)}…` : src
}
