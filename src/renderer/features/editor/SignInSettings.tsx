import { useState } from 'react'
import { HIDDEN_VALUE } from '../../../shared/configuration'
import { isObject } from '../../../shared/json'
import {
  CLIENT_AUTH_METHODS,
  CLIENT_REGISTRATIONS,
  OAUTH_GRANTS
} from '../../../shared/server-access'
import { request } from '../../bridge'
import { notify, tell } from '../../stores/notices'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { FieldGroup } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { listIn, numberFrom, pairsIn, textIn, withField } from './definition-text'
import { problemAt } from './field-faults'
import type { FormProps } from './FormFields'
import { PairsField } from './PairsField'
import { References } from './References'
import styles from './editor.module.css'

const GRANTS = options(OAUTH_GRANTS, {
  'authorization-code': 'authorization-code: you sign in with your browser',
  'client-credentials': 'client-credentials: the client itself, without you',
  enterprise: 'enterprise: your company vouches for you (ID-JAG)',
  workload: 'workload: the platform vouches for the program'
})
const REGISTRATIONS = options(CLIENT_REGISTRATIONS, {
  auto: 'auto: the first way that works',
  preregistered: 'preregistered: the client id below',
  document: 'document: the client document below',
  dynamic: 'dynamic: registered by Patchbay itself'
})
const PROOFS = options(
  CLIENT_AUTH_METHODS,
  {
    basic: 'basic: the secret in a header',
    post: 'post: the secret in the form',
    'private-key-jwt': 'private-key-jwt: signed with a private key',
    none: 'none: a public client'
  },
  'Not said: as the metadata has it'
)

/** Where the definition makes Patchbay leave the rules. */
const DEVIATIONS = [
  { name: 'resource', label: 'Other resource' },
  { name: 'authorizationUrl', label: 'Sign-in page' },
  { name: 'tokenUrl', label: 'Token endpoint' },
  { name: 'metadataUrl', label: 'Metadata at' },
  { name: 'acceptIssuer', label: 'Accepted issuer' }
] as const
const LEAVING: readonly string[] = [
  'omitResource',
  'authorizationParams',
  ...DEVIATIONS.map(({ name }) => name)
]

/** These need an object, or the token of a platform. */
const JSON_GRANTS: ReadonlySet<unknown> = new Set(['enterprise', 'workload'])

/** How to sign in to a server, which most need not be told. Opens by itself when something is written. */
export function SignInSettings(form: FormProps) {
  const { value } = form
  const oauth = isObject(value['oauth']) ? value['oauth'] : {}
  const written = Object.keys(oauth)
  const [isOpenFirst] = useState('oauth' in value)
  const [isLeavingFirst] = useState(written.some((name) => LEAVING.includes(name)))
  if ('oauth' in value && !isObject(value['oauth'])) {
    return <FieldGroup label="Sign-in" problem={problemAt(form.faults, 'oauth')} children={null} />
  }
  return (
    <details className={styles['more']} open={isOpenFirst}>
      <summary>
        Sign-in (OAuth)
        {written.length > 0 && <span className={styles['hint']}> {written.length} set</span>}
      </summary>
      <div className={styles['fields']}>
        <p className={styles['hint']}>
          Most servers say all of this themselves. Fill in only what theirs lacks.{' '}
          {JSON_GRANTS.has(oauth['grant']) &&
            'What this grant needs besides is written in JSON, under oauth.'}
        </p>
        <Choice {...form} name="grant" label="Grant" choices={GRANTS} />
        <Choice {...form} name="registration" label="Registration" choices={REGISTRATIONS} />
        <Entry {...form} name="clientId" label="Client id" />
        <Entry {...form} name="clientSecret" label="Client secret" placeholder="${secret:NAME}" />
        <Choice {...form} name="clientAuth" label="Client proof" choices={PROOFS} />
        <Entry
          {...form}
          name="privateKey"
          label="Private key"
          placeholder="${secret:NAME}, in PEM"
        />
        <Entry
          {...form}
          name="clientMetadataUrl"
          label="Client document"
          placeholder="https://example.com/patchbay.json"
        />
        <CopyDocument oauth={oauth} />
        <Scopes {...form} />
        <Port {...form} />
        <Entry
          {...form}
          name="redirectUrl"
          label="Comes back to"
          placeholder="http://127.0.0.1:8080/callback, where only one is known"
        />
        <Flag {...form} name="dpop" label="DPoP">
          Tokens are bound to a key that only this Patchbay has
        </Flag>
        <details className={styles['more']} open={isLeavingFirst}>
          <summary>Leaving the rules</summary>
          <div className={styles['fields']}>
            <p className={styles['hint']}>
              For servers that cannot do otherwise. Each of these makes Patchbay leave the
              specification, and Info says so.
            </p>
            <Flag {...form} name="omitResource" label="Resource">
              Is left out
            </Flag>
            {DEVIATIONS.map(({ name, label }) => (
              <Entry {...form} key={name} name={name} label={label} />
            ))}
            <Parameters {...form} />
          </div>
        </details>
      </div>
    </details>
  )
}

type Option = { readonly value: string; readonly label: string }

function options<Name extends string>(
  names: readonly Name[],
  labels: Readonly<Record<Name, string>>,
  unsaid = `Not said: ${names[0]}`
): readonly Option[] {
  return [
    { value: '', label: unsaid },
    ...names.map((name) => ({ value: name, label: labels[name] }))
  ]
}

type NamedProps = FormProps & { readonly name: string; readonly label: string }

function writtenIn({ value }: FormProps, name: string): unknown {
  const { oauth } = value
  return isObject(oauth) ? oauth[name] : undefined
}

function write({ text, onChange }: FormProps, name: string, next: unknown): void {
  onChange(withField(text, ['oauth', name], next), 'oauth')
}

type EntryProps = NamedProps & { readonly placeholder?: string }

function Entry({ name, label, placeholder, ...form }: EntryProps) {
  const written = textIn(writtenIn(form, name))
  const isHidden = written === HIDDEN_VALUE
  return (
    <div>
      <TextField
        label={label}
        isCode
        value={isHidden ? '' : written}
        placeholder={isHidden ? `${HIDDEN_VALUE}  as it is; type to replace it` : placeholder}
        problem={problemAt(form.faults, `oauth.${name}`)}
        onChange={(next) => write(form, name, next === '' ? undefined : next)}
      />
      <div className={styles['underField']}>
        <References value={written} />
      </div>
    </div>
  )
}

type ChoiceProps = NamedProps & { readonly choices: readonly Option[] }

function Choice({ name, label, choices, ...form }: ChoiceProps) {
  return (
    <Select<string>
      label={label}
      value={textIn(writtenIn(form, name))}
      options={choices}
      problem={problemAt(form.faults, `oauth.${name}`)}
      onChange={(chosen) => write(form, name, chosen === '' ? undefined : chosen)}
    />
  )
}

function Flag({ name, label, children, ...form }: NamedProps & { readonly children: string }) {
  return (
    <FieldGroup label={label} problem={problemAt(form.faults, `oauth.${name}`)}>
      <Checkbox
        isChecked={writtenIn(form, name) === true}
        onChange={(isSet) => write(form, name, isSet ? true : undefined)}
      >
        {children}
      </Checkbox>
    </FieldGroup>
  )
}

/** One line, as they go over the wire. The text stays as it is typed until it says something else. */
function Scopes(form: FormProps) {
  const written = writtenIn(form, 'scopes')
  const shown = listIn(written)?.join(' ') ?? textIn(written)
  const [typed, setTyped] = useState(shown)
  const isSame = typed.trim().split(/\s+/).join(' ') === shown
  return (
    <TextField
      label="Scopes"
      isCode
      placeholder="separated by spaces; left out, the server says"
      value={isSame ? typed : shown}
      problem={problemAt(form.faults, 'oauth.scopes')}
      onChange={(next) => {
        setTyped(next)
        const scopes = next.split(/\s+/).filter((scope) => scope !== '')
        write(form, 'scopes', scopes.length === 0 ? undefined : scopes)
      }}
    />
  )
}

function Port(form: FormProps) {
  return (
    <TextField
      label="Callback port"
      inputMode="numeric"
      isCode
      placeholder="any free one"
      value={textIn(writtenIn(form, 'callbackPort'))}
      problem={problemAt(form.faults, 'oauth.callbackPort')}
      onChange={(next) => write(form, 'callbackPort', numberFrom(next))}
    />
  )
}

function Parameters(form: FormProps) {
  const written = writtenIn(form, 'authorizationParams')
  const pairs = written === undefined ? [] : pairsIn(written)
  if (!pairs) return null
  return (
    <PairsField
      label="Parameters"
      noun="parameter"
      pairs={pairs}
      hidden={NONE}
      problem={problemAt(form.faults, 'oauth.authorizationParams')}
      onChange={(next) =>
        write(form, 'authorizationParams', next.length === 0 ? undefined : Object.fromEntries(next))
      }
    />
  )
}

const NONE: ReadonlySet<string> = new Set()

/** What has to stand at the address of the client document. */
function CopyDocument({ oauth }: { readonly oauth: Readonly<Record<string, unknown>> }) {
  const { clientMetadataUrl: url, callbackPort: port } = oauth
  if (typeof url !== 'string' || url === '') return null

  async function copy(): Promise<void> {
    const wanted = { url: String(url), ...(isPort(port) && { port }) }
    await navigator.clipboard.writeText(await request('signIn.clientDocument', wanted))
    tell('The document is on the clipboard. Publish it at this very address.')
  }

  return (
    <div className={styles['underField']}>
      <Button onClick={() => void copy().catch(notify)}>Copy document to publish</Button>
    </div>
  )
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= 65_535
}
