/** What the command line may ask of the app. Chromium's own switches pass by unread. */
export type AppArguments = {
  readonly profile?: string
  readonly screenshot?: string
  readonly open?: string
  /** A folder whose servers are shown. */
  readonly project?: string
  /** A file with more servers. For trying things out: the packaged app does not read it. */
  readonly servers?: string
}

/** Chromium kills the app that runs when a second start hands it 32 KiB or more. */
const LONGEST_BYTES = 16 * 1024

/** A whole sentence when these must not be handed to the app that runs. */
export function argumentsFault(argv: readonly string[]): string | undefined {
  const bytes = Buffer.byteLength(argv.join('\0'))
  if (bytes <= LONGEST_BYTES) return undefined
  const [given, most] = [bytes, LONGEST_BYTES].map((count) => count.toLocaleString('en-US'))
  return `Patchbay was started with ${given} bytes of arguments, and takes at most ${most}. Start it with fewer.`
}

export function readArguments(argv: readonly string[]): AppArguments {
  const valueOf = (name: string): string | undefined => {
    const prefix = `--${name}=`
    const value = argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length)
    return value === '' ? undefined : value
  }
  const profile = valueOf('profile')
  const screenshot = valueOf('screenshot')
  const open = valueOf('open')
  const project = valueOf('project')
  const servers = valueOf('servers')
  return {
    ...(profile !== undefined && { profile }),
    ...(screenshot !== undefined && { screenshot }),
    ...(open !== undefined && { open }),
    ...(project !== undefined && { project }),
    ...(servers !== undefined && { servers })
  }
}
