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
