import { useEffect, useState } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import { fromJson } from '../../../shared/json/json'
import { useIsDark } from '../../styles/use-is-dark'
import { firstPicture, iconAddresses } from './item-icon'
import styles from './catalogue.module.css'

type Props = {
  readonly serverId: ServerId
  /** As the server sent them. */
  readonly icons: unknown
}

/** The picture that a server gives for a thing in its catalogue. Nothing when none may be shown. */
export function ItemIcon({ serverId, icons }: Props) {
  const isDark = useIsDark()
  const [picture, setPicture] = useState<string>()
  const addresses = JSON.stringify(iconAddresses(icons, isDark))
  useEffect(() => {
    let isStale = false
    setPicture(undefined)
    void firstPicture(serverId, fromJson(addresses) as readonly string[]).then((found) => {
      if (!isStale) setPicture(found)
    })
    return () => {
      isStale = true
    }
  }, [serverId, addresses])
  if (picture === undefined) return null
  return <img src={picture} alt="" title="The server’s picture of it" className={styles['icon']} />
}
