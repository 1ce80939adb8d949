"""The ``onote`` command."""

from __future__ import annotations

import io
import sys
from importlib import import_module
from typing import IO, Any

import click

from onote_compiler.errors import OnoteError

# Command, module, and the line that `onote --help` shows: commands are imported when they are run.
COMMANDS = {
    "check": "Say what is wrong with notation, and where.",
    "project": "Print the canonical pitches, onsets and durations.",
    "convert": "Write notation in another notation.",
    "render": "Engrave or play notation through an external program.",
    "score": "Score model outputs against ground truth.",
    "grammar": "Export a grammar that holds a model to exact measures.",
    "explain": "Explain a diagnostic, with an example.",
    "formats": "List notations, dialects and profiles.",
}


class Failure(click.ClickException):
    """An error that ends the command with one line."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line on standard error."""
        click.echo(f"onote: {self.message}", file=file, err=True)


class LazyGroup(click.Group):
    """A group whose commands are modules of this package, imported only when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f".{cmd_name}", __package__), "command")  # noqa: B009
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command, offering the nearest name where there is none."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            if near:
                ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what goes wrong with its input ends it with one line, never with a traceback."""
        try:
            return super().invoke(ctx)
        except OnoteError as error:
            raise Failure(str(error)) from error
        except click.FileError as error:
            raise Failure(f"cannot write {error.ui_filename}: {error.message}") from error
        except BrokenPipeError:
            raise  # click ends quietly where nobody reads on
        except OSError as error:
            raise Failure(f"{error.filename or 'output'}: {error.strerror or error}") from error
        except RecursionError as error:
            raise Failure("the input is nested too deep") from error
        except MemoryError as error:
            raise Failure("not enough memory for this input") from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command("onote", cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="onote-compiler", prog_name="onote")
def group() -> None:
    """Compile, check, convert and score music notation written by language models.

    Exit status: 0 fine, 1 defects found, 2 usage or unreadable input.
    """


def main() -> None:
    """Run the command line."""
    if sys.stdout is None:
        sys.exit(2)  # nowhere to print
    if sys.stderr is None:
        sys.stderr = io.StringIO()  # what nobody wants to hear changes no status
    for stream in (sys.stdout, sys.stderr):
        # Names from hostile input may not be encodable; a replacement beats a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    group()
