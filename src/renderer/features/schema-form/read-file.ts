/** Reads what the person picked from disk. */

const MAX_BYTES = 10_000_000

export type FileRead =
  | { readonly text: string; readonly problem: undefined }
  | { readonly text: undefined; readonly problem: string }

export function readBase64(file: File): Promise<FileRead> {
  if (file.size > MAX_BYTES) {
    return Promise.resolve(failed('The file is larger than 10 MB, too large for an argument.'))
  }
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => {
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve({ text: url.slice(url.indexOf(',') + 1), problem: undefined })
    }
    reader.onerror = () => resolve(failed('The file could not be read.'))
    reader.readAsDataURL(file)
  })
}

function failed(problem: string): FileRead {
  return { text: undefined, problem }
}

export function sizeOfBase64(text: string): number {
  const padding = /=*$/.exec(text.slice(-2))?.[0].length ?? 0
  return Math.floor((text.length * 3) / 4) - padding
}
