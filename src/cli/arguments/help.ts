/** What `patchbay help` prints; of some commands there is more to say than the list of all has room for. */
import { USAGE } from '../output/usage'

const LOGIN = `Signs in to a server that needs OAuth, by a page in your browser. What comes of it is encrypted with a key
in the keyring of your system; the app and all other commands use it, and renew it by themselves.

  --scope "a b"    ask for these scopes, instead of those that the server names
  --no-browser     print the address of the page, and wait; the browser comes back to this machine
  --json           print what is known of the sign-in, without tokens

The browser is the one that BROWSER names, or the usual one. Ctrl+C cancels. Where nobody can use a browser,
as in CI, give the other commands a client of your own: PATCHBAY_CLIENT_ID, with PATCHBAY_CLIENT_SECRET or
PATCHBAY_CLIENT_KEY (a private key in PEM, or the path of one).
Exit codes: 0 signed in, 5 not signed in or no keyring, 130 cancelled.`

const LOGOUT = `Forgets the sign-in of a server and the registration of Patchbay there. Where the authorization server
offers it, the tokens are revoked; the answer says whether they were.`

const AUTH = `Prints one line for each sign-in: server, issuer, client, scopes, until when, and what keeps the key
(with --json a list of objects). Sign-ins of servers that are not here any more have their address for a name.`

const DETAILS: Readonly<Record<string, string>> = { login: LOGIN, logout: LOGOUT, auth: AUTH }

export function helpAbout(command: string | undefined): string {
  const details = command === undefined ? undefined : DETAILS[command]
  if (command === undefined || details === undefined) return USAGE
  return [...linesAbout(command), '', details].join('\n')
}

/** The lines of the table of commands that are about this one; a line that goes on is indented. */
function linesAbout(command: string): readonly string[] {
  const table = USAGE.slice(0, USAGE.indexOf('\n\nThe server is')).split('\n')
  let isWanted = false
  return table.filter((line) => {
    const [, named] = /^ {2}patchbay (\S+)/.exec(line) ?? []
    if (named !== undefined) isWanted = named === command
    return isWanted
  })
}
