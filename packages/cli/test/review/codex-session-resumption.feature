Feature: Codex session resumption

  Background:
    Given a pull request with review comments and a clone of its repository

  Scenario: Resume prompt is shown for interrupted session
    Given an interrupted Codex session exists for the current PR
    When the user presses x to start Codex execution
    Then the status bar shows a resume prompt
    And nothing was sent to the model since

  Scenario: Accepting resume reuses prior thread
    Given an interrupted Codex session exists for the current PR
    When the user presses x to start Codex execution
    And the user accepts the resume prompt
    Then the status bar contains "Done: changes for"
    And it continued the prior thread
    And the transcript file contains "session resumed"
    And no TUI error is shown

  Scenario: Declining resume starts fresh session
    Given an interrupted Codex session exists for the current PR
    When the user presses x to start Codex execution
    And the user declines the resume prompt
    Then the status bar contains "Done: changes for"
    And it is another thread
    And no TUI error is shown

  Scenario: No resume prompt when no interrupted session exists
    Given no interrupted Codex session exists
    When the user presses x to start Codex execution
    Then the status bar contains "Done: changes for"
    And no resume prompt was shown
    And no TUI error is shown

  Scenario: Interrupted run creates session state file
    Given a Codex run that is interrupted mid-execution
    When Codex execution is started from the review text user interface (TUI)
    Then the session state file exists
    And the session state file shows status interrupted
    And the next x shows a resume prompt

  @campaign
  Scenario: A declined session is not offered again
    Given an interrupted Codex session exists for the current PR
    When the user presses x to start Codex execution
    And the user declines the resume prompt
    Then the status bar contains "Done: changes for"
    When the user presses x again
    Then another run completes
    And the resume prompt was shown once

  Scenario: Esc does neither, and spends nothing
    Given an interrupted Codex session exists for the current PR
    When the user presses x to start Codex execution
    And the user leaves the resume prompt with Esc
    Then nothing was sent to the model since
    And the interrupted run is still offered

  @campaign
  Scenario: The screen is killed in the middle of a run
    Given Codex works on the comments, started from the screen
    When the program and its agent are killed
    And the user presses x to start Codex execution
    Then the status bar shows a resume prompt
    When the user accepts the resume prompt
    Then the status bar contains "Done: changes for"
    And it continued the prior thread

  Scenario: The server refuses to resume the thread
    Given an interrupted Codex session exists for the current PR
    And a Codex that refuses to resume any thread
    When the user presses x to start Codex execution
    And the user accepts the resume prompt
    Then the status bar contains "thread is not available"
    And the status bar offers a replay or a new run
    And nothing was sent to the model since
    When the user chooses a new run
    Then the status bar contains "Done: changes for"
    And it is another thread
