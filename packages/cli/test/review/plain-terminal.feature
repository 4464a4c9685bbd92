Feature: Session resumption line by line

  Background:
    Given a pull request with review comments and a clone of its repository

  Scenario: y resumes the interrupted run
    Given an interrupted run of the pull request
    When a run starts on a plain terminal
    Then the terminal asks whether to resume
    When the user presses "y" and agrees to what is asked
    Then the program exits with 0
    And it continued the prior thread

  Scenario: n starts afresh, and the declined run is not offered again
    Given an interrupted run of the pull request
    When a run starts on a plain terminal
    Then the terminal asks whether to resume
    When the user presses "n"
    Then the program exits with 0
    And it is another thread
    When a run starts on a plain terminal
    Then the program exits with 0
    And the terminal did not ask whether to resume

  @campaign
  Scenario: Esc does nothing and spends nothing
    Given an interrupted run of the pull request
    When a run starts on a plain terminal
    Then the terminal asks whether to resume
    When the user presses "escape"
    Then the program exits with 5
    And nothing was sent to the model since
    And the interrupted run is still offered

  @campaign
  Scenario: Without an interrupted run there is no question
    When a run starts on a plain terminal
    Then the program exits with 0
    And the terminal did not ask whether to resume
