import { posix, win32, type PlatformPath } from 'node:path'

/**
 * The folders of a PATH that mean the same wherever a program starts. The others, also the empty
 * entry, would be searched in the folder of the server, where a project can put a program.
 */
export function searchFolders(
  path: string | undefined,
  platform: NodeJS.Platform = process.platform
): readonly string[] {
  const paths = pathsOf(platform)
  return (path ?? '').split(paths.delimiter).filter((folder) => paths.isAbsolute(folder))
}

/** Undefined when nothing is left: then the system searches its own folders. */
export function searchPath(
  path: string,
  platform: NodeJS.Platform = process.platform
): string | undefined {
  const folders = searchFolders(path, platform)
  return folders.length === 0 ? undefined : folders.join(pathsOf(platform).delimiter)
}

function pathsOf(platform: NodeJS.Platform): PlatformPath {
  return platform === 'win32' ? win32 : posix
}
