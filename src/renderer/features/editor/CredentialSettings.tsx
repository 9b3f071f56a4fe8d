import { useState, type ReactNode } from 'react'
import { isObject } from '../../../shared/json/json'
import {
  SIGNATURE_HEADER,
  SIGNED_METHODS,
  SIGNING_SCHEMES,
  TIMESTAMP_HEADER
} from '../../../shared/servers/server-access'
import { FieldGroup } from '../../ui/controls/Field'
import { problemAt } from './field-faults'
import { Choice, Flag, optionsOf, Text, type FormProps } from './FormFields'
import styles from './editor.module.css'

const METHODS = optionsOf(SIGNED_METHODS, {
  rpc: 'rpc: the method of the message, such as tools/call',
  http: 'http: the method of the request, such as POST'
})
const SCHEMES = optionsOf(SIGNING_SCHEMES, {
  simple: 'simple: method, time and body',
  v1: 'v1: time, HTTP method, path and a hash of the body'
})

/** What says who you are without a sign-in: a token you were given, and a signature. */
export function CredentialSettings(form: FormProps) {
  return (
    <>
      <Section {...form} field="auth" title="Token you were given">
        <p className="ui-hint">
          It is sent in the header Authorization, and nobody has to sign in.
        </p>
        <Text
          {...form}
          field="auth.token"
          label="Token"
          isCode
          placeholder="${secret:NAME}, with or without Bearer"
        />
        <Flag {...form} field="auth.inInitialize" label="Place">
          Send it inside the message initialize instead of a header
        </Flag>
      </Section>
      <Section {...form} field="signing" title="Request signing">
        <p className="ui-hint">
          For servers that check a signature (HMAC-SHA256) on each request. Only the secret is
          needed.
        </p>
        <Text {...form} field="signing.secret" label="Secret" isCode placeholder="${secret:NAME}" />
        <Choice {...form} field="signing.scheme" label="What is signed" choices={SCHEMES} />
        <Choice {...form} field="signing.method" label="Method" choices={METHODS} />
        <Text
          {...form}
          field="signing.signatureHeader"
          label="Signature header"
          isCode
          placeholder={SIGNATURE_HEADER}
        />
        <Text
          {...form}
          field="signing.timestampHeader"
          label="Time header"
          isCode
          placeholder={TIMESTAMP_HEADER}
        />
      </Section>
    </>
  )
}

type SectionProps = FormProps & {
  readonly field: 'auth' | 'signing'
  readonly title: string
  readonly children: ReactNode
}

/** Opens by itself when something of it is written. */
function Section({ value, faults, field, title, children }: SectionProps) {
  const isSet = field in value
  const [isOpenFirst] = useState(isSet)
  if (isSet && !isObject(value[field])) {
    return <FieldGroup label={title} problem={problemAt(faults, field)} children={null} />
  }
  return (
    <details className={styles['more']} open={isOpenFirst}>
      <summary>
        {title}
        {isSet && <span className="ui-hint"> set</span>}
      </summary>
      <div className={styles['fields']}>{children}</div>
    </details>
  )
}
