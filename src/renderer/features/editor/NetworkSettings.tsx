import { useState } from 'react'
import { Text, type FormProps } from './FormFields'
import styles from './editor.module.css'

const FIELDS = [
  {
    field: 'proxy',
    label: 'Proxy',
    placeholder: 'as in Settings, Network; or http://proxy:8080, system, environment, none'
  },
  {
    field: 'tls.ca',
    label: 'Authority (CA)',
    placeholder: 'path of a PEM file, for a private certificate authority'
  },
  {
    field: 'tls.cert',
    label: 'Your certificate',
    placeholder: 'path of a PEM file, if the server wants one of you'
  },
  { field: 'tls.key', label: 'Its key', placeholder: 'path of a PEM file' },
  { field: 'tls.passphrase', label: 'Key passphrase', placeholder: '${secret:NAME}' },
  {
    field: 'tls.serverName',
    label: 'Server name',
    placeholder: 'as in the address; the name the certificate is for'
  },
  {
    field: 'tls.pinned',
    label: 'Trusted certificate',
    placeholder: 'SHA-256 fingerprint of a certificate you trust'
  }
] as const

/** The proxy, and the certificates of both sides. Opens by itself when something is written. */
export function NetworkSettings(form: FormProps) {
  const written = ['proxy', 'tls'].filter((field) => field in form.value)
  const [isOpenFirst] = useState(written.length > 0)
  return (
    <details className={styles['more']} open={isOpenFirst}>
      <summary>
        Network (proxy and TLS)
        {written.length > 0 && <span className="ui-hint"> {written.join(' and ')} set</span>}
      </summary>
      <div className={styles['fields']}>
        {FIELDS.map((field) => (
          <Text {...form} {...field} key={field.field} isCode />
        ))}
      </div>
    </details>
  )
}
