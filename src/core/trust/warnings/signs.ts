/** Signs of what should be looked at twice: code in arguments, places with keys, letters that look alike. */
import { domainToUnicode } from 'node:url'
import { mixedLettersIn } from '../../../shared/text/mixed-letters'
import type { Launch } from './launches'

/** By interpreter: the options after which code comes. */
const CODE_OPTIONS: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [
    /^(?:node|nodejs|bun|tsx|ts-node|electron)$/,
    /^(?:-e|--eval(?:=.*)?|-p|--print(?:=.*)?|-pe|--(?:import|require)=?data:.*|data:.*)$/
  ],
  [/^(?:python|pypy|py)[\d.]*$/, /^-[a-zA-Z]*c/],
  [/^(?:ruby|lua)[\d.]*$/, /^-[a-z]*e/],
  [/^perl[\d.]*$/, /^-[a-zA-Z]*[eE]/],
  [/^php[\d.]*$/, /^(?:-r|--run)$/],
  [/^(?:osascript|rscript|elixir|julia|groovy|scala)$/, /^(?:-e|--eval)$/],
  [/^deno$/, /^eval$/]
]

const OPTIONS_WITH_VALUE = /^(?:-r|--require|--import|--loader|--env-file|-W|-X|-I|-C)$/

/** Only up to the first word that is no option: behind it the options are the script's own. */
export function isInlineCode({ program, args }: Launch): boolean {
  const option = CODE_OPTIONS.find(([name]) => name.test(program))?.[1]
  if (!option) return false
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (option.test(arg)) return true
    if (OPTIONS_WITH_VALUE.test(arg)) at += option.test(args[at + 1] ?? '') ? 0 : 1
    else if (!arg.startsWith('-') || arg === '-m') return false
  }
  return false
}

const SENSITIVE: readonly (readonly [pattern: RegExp, place: string])[] = [
  [
    /(?:^|[\\/=:,])\.ssh(?:[\\/]|$|[:,])|\bid_(?:rsa|ed25519|ecdsa|dsa)\b/,
    'a place where SSH keys are kept'
  ],
  [
    /(?:^|[\\/=:,])\.(?:aws|azure|kube|docker)(?:[\\/]|$|[:,])|[\\/]gcloud(?:[\\/]|$)|application_default_credentials/,
    'a place where cloud credentials are kept'
  ],
  [
    /(?:^|[\\/=:,])\.(?:gnupg|password-store)(?:[\\/]|$|[:,])/,
    'a place where private keys and passwords are kept'
  ],
  [/\/etc\/(?:shadow|gshadow|sudoers|passwd|ssh)\b/, 'a system file about accounts'],
  [
    /(?:^|[\\/=:,])\.(?:netrc|npmrc|pypirc|git-credentials|pgpass|my\.cnf)\b|(?:^|[\\/])gh[\\/]hosts\.yml/,
    'a file with passwords or tokens'
  ],
  [
    /Library[\\/]Keychains|\.local[\\/]share[\\/]keyrings|kwalletd?|login\.keychain|Microsoft[\\/](?:Credentials|Protect|Vault)/i,
    'a keychain'
  ],
  [
    /google-chrome|Google[\\/]Chrome|chromium[\\/]|BraveSoftware|Microsoft[\\/]Edge[\\/]|\.mozilla|Firefox[\\/]Profiles|[\\/]User Data(?:[\\/]|$)|Library[\\/](?:Safari|Cookies)|\bLogin Data\b|cookies\.sqlite/i,
    'the profile of a browser'
  ],
  [/\.(?:bitcoin|ethereum|electrum)[\\/]|wallet\.dat\b/i, 'a wallet'],
  [/(?:^|[\\/=])\.(?:bash|zsh)_history\b/, 'the history of a shell'],
  [/\/proc\/(?:\d+|self|\*)\/(?:environ|mem)\b/, "another process's memory"]
]

export function sensitivePlaceIn(text: string): string | undefined {
  return SENSITIVE.find(([pattern]) => pattern.test(text))?.[1]
}

/** Which alphabets a text mixes of those whose letters look like each other's. */
export function lookAlikeIn(text: string): string | undefined {
  return mixedLettersIn(text.includes('xn--') ? domainToUnicode(text) : text)
}
