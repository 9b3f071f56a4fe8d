/** What the command line may ask of the app. Chromium's own switches pass by unread. */
export type AppArguments = {
  readonly profile?: string
  readonly screenshot?: string
  readonly open?: string
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
  return {
    ...(profile !== undefined && { profile }),
    ...(screenshot !== undefined && { screenshot }),
    ...(open !== undefined && { open })
  }
}
