import { useState } from 'react'
import { Text, type FormProps } from './FormFields'
import styles from './editor.module.css'

const FIELDS = [
  { field: 'proxy', label: 'Proxy', placeholder: 'as in Settings, Network' },
  { field: 'tls.ca', label: 'Authority (CA)', placeholder: 'path of a PEM file' },
  { field: 'tls.cert', label: 'Your certificate', placeholder: 'path of a PEM file' },
  { field: 'tls.key', label: 'Its key', placeholder: 'path of a PEM file' },
  { field: 'tls.passphrase', label: 'Passphrase of the key', placeholder: '${secret:NAME}' },
  { field: 'tls.serverName', label: 'Server name', placeholder: 'as in the address' },
  { field: 'tls.pinned', label: 'Trusted certificate', placeholder: 'its SHA-256 fingerprint' }
] as const

/** The way to the server, and what proves who is who. Opens by itself when something of it is written. */
export function NetworkSettings(form: FormProps) {
  const written = ['proxy', 'tls'].filter((field) => field in form.value)
  const [isOpenFirst] = useState(written.length > 0)
  return (
    <details className={styles['more']} open={isOpenFirst}>
      <summary>
        Network
        {written.length > 0 && <span className={styles['hint']}> {written.join(' and ')} set</span>}
      </summary>
      <div className={styles['fields']}>
        {FIELDS.map((field) => (
          <Text {...form} {...field} key={field.field} isCode />
        ))}
      </div>
    </details>
  )
}
