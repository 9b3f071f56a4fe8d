import { useState } from 'react'
import { isObject } from '../../../shared/json/json'
import {
  CLIENT_AUTH_METHODS,
  CLIENT_REGISTRATIONS,
  INSUFFICIENT_SCOPE_CHOICES,
  OAUTH_GRANTS
} from '../../../shared/servers/server-access'
import { request } from '../../bridge/bridge'
import { notify, tell } from '../../stores/window/notices'
import { Button } from '../../ui/controls/Button'
import { FieldGroup } from '../../ui/controls/Field'
import { TextField } from '../../ui/controls/TextField'
import { listIn, numberFrom, pairsIn, textIn } from './definition-text'
import { problemAt } from './field-faults'
import { Choice, Flag, optionsOf, Text, write, writtenIn, type FormProps } from './FormFields'
import { PairsField } from './PairsField'
import styles from './editor.module.css'

const GRANTS = optionsOf(OAUTH_GRANTS, {
  'authorization-code': 'authorization-code: you, with your browser',
  'client-credentials': 'client-credentials: the client itself, without you',
  enterprise: 'enterprise: your company vouches for you (ID-JAG)',
  workload: 'workload: the platform vouches for the program'
})
const REGISTRATIONS = optionsOf(CLIENT_REGISTRATIONS, {
  auto: 'auto: the first way that works',
  preregistered: 'preregistered: the client id below',
  document: 'document: the client document below',
  dynamic: 'dynamic: registered by Patchbay itself'
})
const MORE_SCOPES = optionsOf(INSUFFICIENT_SCOPE_CHOICES, {
  reauthorize: 'reauthorize: you are asked, and sign in again',
  throw: 'throw: the call stays refused'
})
const PROOFS = optionsOf(
  CLIENT_AUTH_METHODS,
  {
    basic: 'basic: the secret in a header',
    post: 'post: the secret in the form',
    'private-key-jwt': 'private-key-jwt: signed with a private key',
    none: 'none: a public client'
  },
  'Not said: as the authorization server wants it'
)

const GIVEN = 'if you were given one'

/** Where the definition makes Patchbay leave the rules. */
const EXCEPTIONS = [
  { name: 'resource', label: 'Other resource', placeholder: 'instead of the address above' },
  { name: 'authorizationUrl', label: 'Sign-in page', placeholder: 'instead of the one announced' },
  { name: 'tokenUrl', label: 'Token endpoint', placeholder: 'instead of the one announced' },
  { name: 'metadataUrl', label: 'Metadata at', placeholder: 'instead of the usual place' },
  {
    name: 'acceptIssuer',
    label: 'Accepted issuer',
    placeholder: 'although another one was asked for'
  }
] as const
const EXCEPTION_NAMES: readonly string[] = [
  'omitResource',
  'authorizationParams',
  ...EXCEPTIONS.map(({ name }) => name)
]

/** How to sign in to a server. Opens by itself when something is written. */
export function SignInSettings(form: FormProps) {
  const { value } = form
  const oauth = isObject(value['oauth']) ? value['oauth'] : {}
  const written = Object.keys(oauth)
  const [isOpenFirst] = useState('oauth' in value)
  const [isLeavingFirst] = useState(written.some((name) => EXCEPTION_NAMES.includes(name)))
  if ('oauth' in value && !isObject(value['oauth'])) {
    return <FieldGroup label="Sign-in" problem={problemAt(form.faults, 'oauth')} children={null} />
  }
  return (
    <details className={styles['more']} open={isOpenFirst}>
      <summary>
        Sign-in (OAuth)
        {written.length > 0 && <span className="ui-hint"> {written.length} set</span>}
      </summary>
      <div className={styles['fields']}>
        <p className="ui-hint">
          Most servers say all of this themselves: leave it empty, and press Sign in. Fill in what a
          server does not say, or what you were given.
        </p>
        <Choice {...form} field="oauth.grant" label="Who signs in" choices={GRANTS} />
        <GrantFields {...form} />
        <Choice {...form} field="oauth.registration" label="Registration" choices={REGISTRATIONS} />
        <Text {...form} field="oauth.clientId" label="Client id" isCode placeholder={GIVEN} />
        <Text
          {...form}
          field="oauth.clientSecret"
          label="Client secret"
          isCode
          placeholder="${secret:NAME}"
        />
        <Choice {...form} field="oauth.clientAuth" label="Client proof" choices={PROOFS} />
        <Text
          {...form}
          field="oauth.privateKey"
          label="Private key"
          isCode
          placeholder="${secret:NAME}, in PEM"
        />
        <Text
          {...form}
          field="oauth.algorithm"
          label="Key signs with"
          isCode
          placeholder="ES256 unless you name another, such as RS256"
        />
        <Text
          {...form}
          field="oauth.issuer"
          label="Issuer"
          isCode
          placeholder="the only authorization server that gets the secret or key"
        />
        <Text
          {...form}
          field="oauth.clientMetadataUrl"
          label="Client document"
          isCode
          placeholder="https://example.com/patchbay.json, which says who Patchbay is"
        />
        <CopyDocument oauth={oauth} />
        <Scopes {...form} />
        <Choice
          {...form}
          field="oauth.onInsufficientScope"
          label="More scopes"
          choices={MORE_SCOPES}
        />
        <Port {...form} />
        <Text
          {...form}
          field="oauth.redirectUrl"
          label="Return address"
          isCode
          placeholder="http://127.0.0.1:8080/callback, if only this one is registered"
        />
        <Flag {...form} field="oauth.dpop" label="DPoP">
          Bind tokens to a key that only this Patchbay has
        </Flag>
        <details className={styles['more']} open={isLeavingFirst}>
          <summary>Exceptions to the rules</summary>
          <div className={styles['fields']}>
            <p className="ui-hint">
              For servers that work in no other way. With each of these, Patchbay does not keep to
              the specification, and Info says so.
            </p>
            <Flag {...form} field="oauth.omitResource" label="Resource">
              Do not say which server the tokens are for
            </Flag>
            {EXCEPTIONS.map(({ name, ...shown }) => (
              <Text {...form} {...shown} key={name} field={`oauth.${name}`} isCode />
            ))}
            <Parameters {...form} />
          </div>
        </details>
      </div>
    </details>
  )
}

const COMPANY = [
  { name: 'tokenUrl', label: 'Company tokens', placeholder: 'https://… of its token endpoint' },
  { name: 'clientId', label: 'Company client', placeholder: 'the client id it knows Patchbay by' },
  { name: 'clientSecret', label: 'Company secret', placeholder: '${secret:NAME}, if it gave one' },
  { name: 'idToken', label: 'ID token', placeholder: '${secret:NAME}, from your company’s sign-in' }
] as const

/** What only one way of signing in needs. What is written is shown for every other, too. */
function GrantFields(form: FormProps) {
  const grant = writtenIn(form, 'oauth.grant')
  const has = (field: string): boolean => writtenIn(form, field) !== undefined
  return (
    <>
      {(grant === 'enterprise' || has('oauth.enterprise')) &&
        COMPANY.map(({ name, ...shown }) => (
          <Text {...form} {...shown} key={name} field={`oauth.enterprise.${name}`} isCode />
        ))}
      {(grant === 'workload' || has('oauth.assertion')) && (
        <Text
          {...form}
          field="oauth.assertion"
          label="Platform token"
          isCode
          placeholder="${secret:NAME} or ${env:NAME}"
        />
      )}
    </>
  )
}

/** One line, as they go over the wire. The text stays as it is typed until it says something else. */
function Scopes(form: FormProps) {
  const written = writtenIn(form, 'oauth.scopes')
  const shown = listIn(written)?.join(' ') ?? textIn(written)
  const [typed, setTyped] = useState(shown)
  const isSame = typed.trim().split(/\s+/).join(' ') === shown
  return (
    <TextField
      label="Scopes"
      isCode
      placeholder="separated by spaces; empty: as the server says"
      value={isSame ? typed : shown}
      problem={problemAt(form.faults, 'oauth.scopes')}
      onChange={(next) => {
        setTyped(next)
        const scopes = next.split(/\s+/).filter((scope) => scope !== '')
        write(form, 'oauth.scopes', scopes.length === 0 ? undefined : scopes)
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
      value={textIn(writtenIn(form, 'oauth.callbackPort'))}
      problem={problemAt(form.faults, 'oauth.callbackPort')}
      onChange={(next) => write(form, 'oauth.callbackPort', numberFrom(next))}
    />
  )
}

function Parameters(form: FormProps) {
  const written = writtenIn(form, 'oauth.authorizationParams')
  const pairs = written === undefined ? [] : pairsIn(written)
  if (!pairs) return null
  return (
    <PairsField
      label="More parameters"
      noun="parameter"
      pairs={pairs}
      hidden={NONE}
      problem={problemAt(form.faults, 'oauth.authorizationParams')}
      onChange={(next) =>
        write(
          form,
          'oauth.authorizationParams',
          next.length === 0 ? undefined : Object.fromEntries(next)
        )
      }
    />
  )
}

const NONE: ReadonlySet<string> = new Set()

/** What has to stand at the address of the client document. */
function CopyDocument({ oauth }: { readonly oauth: Readonly<Record<string, unknown>> }) {
  const { clientMetadataUrl, callbackPort, redirectUrl } = oauth
  if (!isText(clientMetadataUrl)) return null
  const wanted = {
    clientMetadataUrl,
    ...(isPort(callbackPort) && { callbackPort }),
    ...(isText(redirectUrl) && { redirectUrl })
  }

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(await request('signIn.clientDocument', wanted))
    tell('The document is on the clipboard. Publish it at this very address.')
  }

  return (
    <div className={styles['underField']}>
      <Button onClick={() => void copy().catch(notify)}>Copy document to publish</Button>
    </div>
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= 65_535
}
