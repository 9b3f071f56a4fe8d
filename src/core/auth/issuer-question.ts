/** What a person is asked before what is secret in a definition goes to an authorization server. */
import type { ConfirmSubject } from '../../shared/question/prompt'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { veiledAddress } from './veil'

export function issuerQuestion(
  { name, url, access }: RemoteDefinition,
  issuer: string
): ConfirmSubject {
  return {
    title: 'Tell this authorization server who you are?',
    intro: `${name} names it as the place to sign in. Go on only if your client is registered there: whoever gets a client secret can act as that client.`,
    warnings: [],
    lines: [
      { label: 'server', text: veiledAddress(url) },
      { label: 'authorization server', text: issuer },
      ...proofsIn(access?.oauth ?? {}).map((text) => ({ label: 'sent there', text }))
    ],
    accept: 'Send it there',
    hint: 'If the server names another one later, nothing is sent there. To be asked again, clear the sign-in.'
  }
}

function proofsIn({
  clientSecret,
  privateKey,
  assertion,
  enterprise
}: OAuthAccess): readonly string[] {
  const all: readonly (readonly [unknown, string])[] = [
    [clientSecret, 'the client secret'],
    [privateKey, 'a statement that is signed with the private key'],
    [assertion, 'the token of the platform'],
    [enterprise, 'what your company’s sign-in says of you']
  ]
  return all.flatMap(([value, text]) => (value === undefined ? [] : [text]))
}
